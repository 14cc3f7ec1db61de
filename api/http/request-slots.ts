import type {ErrorRequestHandler, Request, RequestHandler, Response} from 'express';
import {createLocalRate} from '#shared/coordination/rate.ts';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {callerOf} from './access/callers.ts';
import {limitKey} from './request-limits.ts';

/** Milliseconds of the windows in which what one process does for a caller is counted. */
const windowMs = 10_000;

/**
 * Requests of one caller that a process works on at a time, those that wait for them, and milliseconds that they wait.
 * They are enough for one core, and another caller comes after these few instead of after hundreds.
 */
const ofCaller = {maxOfCaller: 8, maxWaitingOfCaller: 1000, maxWaitMs: 30_000};
/** Requests waiting, and in the window those of strangers, from which on a slot stays taken a little longer. */
const promptWaits = 100;
/** The page has some hundred files, and an address may have several people. */
const promptStrangers = 500;
/** Milliseconds that are left to others then. */
const pauseMs = 25;

/** Milliseconds between two checks of a reply that is being sent. */
const watchMs = 250;
/** Milliseconds in which a reply that is being written must move so many bytes, or its slot is given to others. */
const stalledMs = 5000;
const minBytes = 16 * 1024;
/** Milliseconds without any progress after which a reply is ended together with its connection. */
const usualAbandonedMs = 60_000;
/** Replies without a slot that wait for one caller to take them; each holds its bytes. */
const maxStalledOfCaller = 50;

/**
 * If there are too many, the one that has made no progress for longest ends: the others at its address may only be
 * slow.
 */
function createStalled() {
	const ofCallers = new Map<string, Map<Response, () => number>>();
	return (key: string, response: Response, movedAt: () => number): void => {
		const stalled = ofCallers.get(key) ?? new Map<Response, () => number>();
		ofCallers.set(key, stalled.set(response, movedAt));
		response.once('close', () => {
			stalled.delete(response);
			if (stalled.size === 0 && ofCallers.get(key) === stalled) {
				ofCallers.delete(key);
			}
		});
		if (stalled.size > maxStalledOfCaller) {
			const [idlest] = [...stalled].reduce((first, next) => (next[1]() < first[1]() ? next : first));
			stalled.delete(idlest);
			idlest.destroy();
		}
	};
}

/** The slots for requests that are being answered. */
export interface RequestSlots {
	/**
	 * Waits for a slot of this caller. It is freed when the reply is written, or once the caller is slow to read it:
	 * others may have the same address.
	 */
	take(request: Request, response: Response): Promise<() => void>;
}

/** The limits are others only in tests. */
export function createRequestSlots({abandonedMs = usualAbandonedMs, maxWaitMs = ofCaller.maxWaitMs} = {}): RequestSlots {
	const refusal = (waiting: number) => `Requests of yours are under way, and ${waiting} more wait. Wait for some of them.`;
	const slots = createSlots({...ofCaller, maxWaitMs, refusal});
	const addStalled = createStalled();
	const ofStrangers = createLocalRate(windowMs);

	/** Null for a request whose caller hangs up: it waits no longer, so that it keeps nobody from waiting. */
	async function waitUnlessClosed(key: string, response: Response): Promise<Leave | null> {
		const closed = new AbortController();
		const abort = () => closed.abort();
		response.once('close', abort);
		try {
			return await slots.take(key, undefined, closed.signal);
		} catch (error) {
			if (error instanceof Cancelled) {
				return null;
			}
			throw error;
		} finally {
			response.off('close', abort);
		}
	}

	return {
		async take(request, response) {
			const key = limitKey(request, response);
			const leaveAfter = slots.tryTake(key) ?? (response.destroyed ? null : await waitUnlessClosed(key, response));
			if (!leaveAfter) {
				return () => {};
			}
			const isOften = callerOf(response) === null && ofStrangers.hit(key) > promptStrangers;
			const leave = () => leaveAfter(isOften || slots.waitingOf(key) > promptWaits ? pauseMs : 0);
			if (response.destroyed) {
				leave();
				return leave;
			}
			const onSlow = (movedAt: () => number) => {
				leave();
				addStalled(key, response, movedAt);
			};
			const endWatch = watchReader(response, {onSlow, abandonedMs});
			response.once('close', () => {
				endWatch();
				leave();
			});
			return leave;
		},
	};
}

/**
 * Calls `onSlow` once when the reply waits for its reader only: when it is complete and still not taken, or moves
 * too slowly, with a function that says when it last moved. One that is not read at all ends. Returns a function
 * that ends the watch.
 */
function watchReader(response: Response, {onSlow, abandonedMs}: {onSlow(movedAt: () => number): void; abandonedMs: number}): () => void {
	let isSlow = false;
	let [windowSent, windowAt] = [0, performance.now()];
	let [lastSent, movedAt] = [0, performance.now()];
	const check = () => {
		timer = setTimeout(check, watchMs);
		const [now, sent] = [performance.now(), takenOf(response)];
		const isWaiting = response.headersSent && response.writableLength > 0;
		if (!isWaiting || sent > lastSent) {
			[lastSent, movedAt] = [sent, now];
		}
		if (!isWaiting || sent - windowSent >= minBytes) {
			[windowSent, windowAt] = [sent, now];
		}
		if (now - movedAt >= abandonedMs) {
			response.destroy();
		} else if (!isSlow && isWaiting && (response.writableEnded || now - windowAt >= stalledMs)) {
			isSlow = true;
			onSlow(() => movedAt);
		}
	};
	let timer = setTimeout(check, watchMs);
	return () => clearTimeout(timer);
}

/** Bytes of the connection that the system has taken. Only its handle knows how much of the current write is left. */
function takenOf({socket}: Response): number {
	if (!socket) {
		return 0;
	}
	const {_handle: handle} = socket as {_handle?: {writeQueueSize?: number} | null};
	return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}

/** Waits until a body of so many bytes may be parsed and checked. Throws TooMany. */
export type BodyTurn = (bytes: number) => Promise<void>;

/** Waits until a body of at most so many bytes may be received, which may take its time. Throws TooMany. */
type BodyRoom = (bytes: number) => Promise<() => void>;

/** Smaller bodies, in bytes, take about as long as a request without one. */
const smallBytes = 8 * 1024;
/**
 * Milliseconds left to other requests after a body, and more for each MiB: collecting the garbage takes longer than
 * parsing.
 */
const bodyPauseMs = 50;
const bodyPauseMsOfMebi = 200;
const mebi = 1024 * 1024;
const bodySlots = {max: 1, maxWaiting: 64, maxWaitingOfCaller: 4};
/** Bodies of so many bytes are received without limit, larger ones a few at a time, because each is held whole. */
const maxFreeBytes = 64 * 1024;
const receivingSlots = {maxOfCaller: 8, maxWaitingOfCaller: 100, maxWaitMs: 30_000};
const maxWaitingBytes = 64 * mebi;
const oneBodyAfterAnother = 'Too many large bodies are already waiting. Send them one after another.';

/**
 * Large bodies are parsed one at a time, with pauses between them: parsing blocks everything else, and many in a row
 * would delay every caller. They have arrived completely by then, so a slow sender blocks no one.
 */
export function createBodyTurns(): RequestHandler {
	const slots = createSlots({...bodySlots, refusal: () => oneBodyAfterAnother});
	const receiving = createSlots({...receivingSlots, refusal: () => oneBodyAfterAnother});
	let waitingBytes = 0;

	async function take(key: string, bytes: number): Promise<void> {
		if (waitingBytes + bytes > maxWaitingBytes) {
			throw new TooMany('too_many_requests', oneBodyAfterAnother, 5);
		}
		waitingBytes += bytes;
		try {
			const leave: Leave = await slots.take(key);
			leave(bodyPauseMs + (bytes / mebi) * bodyPauseMsOfMebi);
		} finally {
			waitingBytes -= bytes;
		}
	}

	return (request, response, next) => {
		const turn: BodyTurn = async bytes => {
			if (bytes > smallBytes) {
				await take(limitKey(request, response), bytes);
			}
		};
		const room: BodyRoom = async bytes => (bytes > maxFreeBytes ? await receiving.take(limitKey(request, response)) : () => {});
		Object.assign(response.locals, {bodyTurn: turn, bodyRoom: room});
		next();
	};
}

export function bodyTurnOf(response: Response): BodyTurn {
	return response.locals['bodyTurn'] as BodyTurn; // every request has one
}

const boundless: BodyRoom = async () => () => {};

/** Without the middleware there is no limit. */
export function bodyRoomOf(response: Response): BodyRoom {
	return (response.locals['bodyRoom'] as BodyRoom | undefined) ?? boundless;
}

/** Refusals within a window that are sent at once to a caller who asks for too much. */
const promptRefusals = 5;
/** Milliseconds by which each further refusal of a caller comes later than the one before. */
const laterMs = 50;
/** The same for each refusal of an address that is held already, so that one after the other hardly waits. */
const besideMs = 10;
const latestMs = 1000;
/** Refusals held at a time; more are sent at once, because each holds a connection. */
const maxHeld = 1000;

interface Refusal {
	/** Its caller asks for too much; otherwise it has no credentials. */
	isTooMuch: boolean;
	/** Refusals of the same caller that are held already. */
	held: number;
}

/** Returns the milliseconds by which the next refusal of a caller comes later; 0 for an answer at once. */
export function createRefusalDelays(perMinute: number, now?: () => number): (key: string, refusal: Refusal) => number {
	const promptToStrangers = Math.ceil((perMinute * windowMs) / minuteMs);
	const refused = createLocalRate(windowMs, now);
	return (key, {isTooMuch, held}) => {
		const excess = refused.hit(key) - (isTooMuch ? promptRefusals : promptToStrangers);
		const wanted = isTooMuch ? excess * laterMs : (held + 1) * besideMs;
		return excess > 0 ? Math.min(wanted, latestMs) : 0;
	};
}

/**
 * A caller that continues after too many requests is answered ever later, up to a second each time, so that refusing
 * costs next to nothing. So is an address that sends many refused requests without credentials, after `perMinute` of
 * them in the window.
 */
export function createSlowRefusals(perMinute: number): ErrorRequestHandler {
	const held = createSlots({max: maxHeld});
	const delayOf = createRefusalDelays(perMinute);

	return (error, request, response, next) => {
		const isTooMuch = error instanceof TooMany;
		const key = `${isTooMuch} ${limitKey(request, response)}`;
		const delayMs = isTooMuch || callerOf(response) === null ? delayOf(key, {isTooMuch, held: held.heldBy(key)}) : 0;
		const leave = delayMs === 0 || response.destroyed ? null : held.tryTake(key);
		if (!leave) {
			next(error);
			return;
		}
		const timer = setTimeout(() => next(error), delayMs);
		response.once('close', () => {
			clearTimeout(timer);
			leave();
		});
	};
}
