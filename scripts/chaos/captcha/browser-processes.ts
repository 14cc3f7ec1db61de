import {readdirSync, readFileSync} from 'node:fs';

export interface BrowserProcess {
	pid: number;
	/** Process id of the worker that started it. */
	worker: number;
	isRenderer: boolean;
	/** Seconds since it began. */
	age: number;
}

const marker = /kinoteka-browsers-\d+\/(\d+)-/;
const ticksPerSecond = 100;

/**
 * The processes of the browsers of these workers, told by their profile; those that have ended but are not yet buried
 * are left out.
 */
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
				// It has ended while we looked.
				return [];
			}
		});
}
