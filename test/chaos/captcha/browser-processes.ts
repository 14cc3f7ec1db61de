import {readdirSync, readFileSync} from 'node:fs';

export interface BrowserProcess {
	pid: number;
	/** Pid of the worker that started it. */
	worker: number;
	isRenderer: boolean;
	/** Seconds since it started. */
	age: number;
}

const marker = /kinoteka-browsers-\d+\/(\d+)-/;
const ticksPerSecond = 100;

/** The browser processes of these workers, recognised by their profile. Zombie processes are left out. */
export function browserProcesses(workers: ReadonlySet<number>): BrowserProcess[] {
	const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			try {
				const worker = marker.exec(readFileSync(`/proc/${name}/environ`, 'utf8') + readFileSync(`/proc/${name}/cmdline`, 'utf8'))?.[1];
				const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
				if (!workers.has(Number(worker)) || fields[0] === 'Z') {
					return [];
				}
				const isRenderer = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer');
				return [{pid: Number(name), worker: Number(worker), isRenderer, age: uptime - Number(fields[19]) / ticksPerSecond}];
			} catch {
				// It ended in the meantime.
				return [];
			}
		});
}
