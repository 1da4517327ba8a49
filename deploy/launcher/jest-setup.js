// CommonJS packages that require Nest, whose modules are ES modules, find them only when they are loaded already.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
