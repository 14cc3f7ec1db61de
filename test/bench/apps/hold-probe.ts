import {appendFileSync} from 'node:fs';

// Loaded into the API before its own code: notes for how long one thing after the other holds the event loop. It
// counts time of the processor, because others use the machine while it is measured.

const file = process.env['BENCH_HOLDS'] ?? '';
const lookMs = 2;
const noteMs = 250;

const usedMs = () => {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
};
let before = usedMs();
let longest = 0;
setInterval(() => {
	const now = usedMs();
	longest = Math.max(longest, now - before);
	before = now;
}, lookMs).unref();
setInterval(() => {
	appendFileSync(file, `${Date.now()} ${longest.toFixed(1)}\n`);
	longest = 0;
}, noteMs).unref();
