// Docker runs this every few seconds. It exits with 0 if the process can serve requests.
const port = process.env.PORT ?? '3000';
const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);
