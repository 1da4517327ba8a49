import { createApp } from './app.js';
import { readConfig } from './config.js';
import { MetricsServer } from './platform/ops/metrics-server.js';

try {
  const config = readConfig(process.env);
  const application = await createApp(config);
  await application.listen(config.PORT, config.HOST);
  await application.get(MetricsServer).listen();
  // Standard input is connected to the parent process. When it closes, this process stops, too.
  if (config.STOP_WITH_PARENT === '1')
    process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
