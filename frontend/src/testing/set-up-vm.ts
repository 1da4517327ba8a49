import setUp from './set-up';

setUp();
