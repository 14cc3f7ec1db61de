import {orCancelled} from '#shared/coordination/wait.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {Log} from '#shared/log/log.ts';
import {ownBrowserFolder, removeOwnBrowserFolder} from './browser-folder.ts';
import type {FoundBrowser} from './find-browser.ts';
import {launchBrowser, type RunningBrowser} from './launch-browser.ts';

/** The browser of a worker: started by the first visit, replaced after a number of visits, and ended when idle. */
export interface BrowserHost {
	/** Runs `work` with the browser. A browser that crashes is not used again. */
	use<T>(work: (running: RunningBrowser) => Promise<T>, signal: AbortSignal): Promise<T>;
	/** The next visit gets a new browser. This one ends with its last visit. */
	retire(running: RunningBrowser): void;
	close(): Promise<void>;
}

export interface BrowserHostOptions {
	find(): Promise<FoundBrowser>;
	headless(): boolean;
	/** The setting that names the browser. A change takes effect with the next visit. */
	named(): string;
	log: Log;
	/** Visits after which the browser is replaced; 50 by default. */
	maxVisits?: number;
	/** Milliseconds without a visit after which the browser ends; half an hour by default. */
	idleMs?: number;
	/** Calls `act` later, and returns what calls that off; a timer by default. */
	later?(act: () => void, milliseconds: number): () => void;
}

interface Seat {
	starting: Promise<RunningBrowser>;
	running: RunningBrowser | null;
	/** Aborts a start that takes too long for the waiting visits. */
	stop: AbortController;
	/** The settings it was started with; see `startedWith`. */
	settings: string;
	visits: number;
	inUse: number;
	retired: boolean;
}

function byTimer(act: () => void, milliseconds: number): () => void {
	const timer = setTimeout(act, milliseconds).unref();
	return () => clearTimeout(timer);
}

export function createBrowserHost(options: BrowserHostOptions): BrowserHost {
	const {find, headless, named, log, maxVisits = 50, idleMs = 30 * minuteMs, later = byTimer} = options;
	const seats = new Set<Seat>();
	const endings = new Set<Promise<void>>();
	let current: Seat | null = null;
	let stayOpen = () => {};

	const startedWith = () => `${headless()} ${named()}`;

	function take(): Seat {
		stayOpen();
		if (current && (current.visits >= maxVisits || current.settings !== startedWith())) {
			retireSeat(current);
		}
		current ??= open();
		current.visits += 1;
		current.inUse += 1;
		return current;
	}

	function open(): Seat {
		const stop = new AbortController();
		const seat: Seat = {starting: launch(stop.signal), running: null, stop, settings: startedWith(), visits: 0, inUse: 0, retired: false};
		seats.add(seat);
		seat.starting.then(
			running => {
				seat.running = running;
				running.browser.on('disconnected', () => retireSeat(seat));
			},
			() => retireSeat(seat),
		);
		return seat;
	}

	async function launch(signal: AbortSignal): Promise<RunningBrowser> {
		const [found, folder] = await Promise.all([find(), ownBrowserFolder()]);
		const running = await launchBrowser({...found, headless: headless(), folder, signal});
		log.info({browser: found.path}, 'The browser of the captcha solver is open');
		return running;
	}

	function retireSeat(seat: Seat): void {
		seat.retired = true;
		if (current === seat) {
			current = null;
		}
		if (seat.inUse === 0) {
			end(seat);
		}
	}

	function end(seat: Seat): void {
		if (!seats.delete(seat)) {
			return;
		}
		seat.stop.abort();
		const ending = seat.starting.then(running => running.kill()).catch(() => {});
		endings.add(ending);
		void ending.then(() => endings.delete(ending));
	}

	function giveBack(seat: Seat): void {
		seat.inUse -= 1;
		if (seat.retired && seat.inUse === 0) {
			end(seat);
		}
		if (current?.inUse === 0) {
			const paused = current;
			stayOpen();
			stayOpen = later(() => retireSeat(paused), idleMs);
		}
	}

	return {
		async use(work, signal) {
			const seat = take();
			try {
				return await work(await orCancelled(seat.starting, signal));
			} finally {
				giveBack(seat);
			}
		},
		retire(running) {
			for (const seat of [...seats].filter(each => each.running === running)) {
				retireSeat(seat);
			}
		},
		async close() {
			stayOpen();
			current = null;
			for (const seat of [...seats]) {
				end(seat);
			}
			await Promise.all(endings);
			await removeOwnBrowserFolder();
		},
	};
}
