import type {ChallengeKind} from './challenge.ts';

/** What to do with a page after a look at it. */
export type Step = 'leave' | 'give_up' | 'reload' | 'press' | 'wait';

/** What earlier looks showed. Times are milliseconds of one clock. */
export interface Watch {
	/** The latest challenge that was seen; `none` while there was none. */
	kind: ChallengeKind;
	openSince: number | null;
	/** The marks are gone, the status still says no. */
	shutSince: number | null;
	reloads: number;
	nextPress: number | null;
}

export interface Look {
	kind: ChallengeKind;
	status: number;
}

export const firstWatch: Watch = {kind: 'none', openSince: null, shutSince: null, reloads: 0, nextPress: null};

/** A challenge that is gone may be about to load its page: it must look open for so long. */
const settleMs = 400;
/** So long a bad status without marks may still turn out to be a challenge that we do not know. */
const unknownMs = 5000;
/** A solved challenge mostly reloads its page by itself; after so long we do it. */
const reloadMs = 2000;
const mostReloads = 2;
/** A challenge that works by itself is not disturbed so long. */
const quietMs = 2000;
const pressMs = 1500;

/**
 * The status of a site that lets nobody in, or is not well: that of a page which is merely missing
 * says that the door is open.
 */
function isShut(status: number): boolean {
	return status === 403 || status === 429 || status >= 500;
}

/** Solved is a page whose marks are gone and whose status is good; that some time has passed means nothing. */
export function nextStep(watch: Watch, look: Look, now: number): {watch: Watch; step: Step} {
	if (look.kind !== 'none') {
		return whileChallenged({...watch, kind: look.kind, openSince: null, shutSince: null}, now);
	}
	return isShut(look.status) ? whileShut({...watch, openSince: null}, now) : whileOpen({...watch, shutSince: null}, now);
}

function whileChallenged(watch: Watch, now: number): {watch: Watch; step: Step} {
	const due = watch.nextPress ?? now + (watch.kind === 'edge_widget' ? settleMs : quietMs);
	return now < due ? {watch: {...watch, nextPress: due}, step: 'wait'} : {watch: {...watch, nextPress: now + pressMs}, step: 'press'};
}

function whileOpen(watch: Watch, now: number): {watch: Watch; step: Step} {
	const openSince = watch.openSince ?? now;
	const isSettled = watch.kind === 'none' || now - openSince >= settleMs;
	return {watch: {...watch, openSince}, step: isSettled ? 'leave' : 'wait'};
}

function whileShut(watch: Watch, now: number): {watch: Watch; step: Step} {
	const shutSince = watch.shutSince ?? now;
	const patience = watch.kind === 'none' ? unknownMs : reloadMs;
	if (now - shutSince < patience) {
		return {watch: {...watch, shutSince}, step: 'wait'};
	}
	const mayReload = watch.kind !== 'none' && watch.reloads < mostReloads;
	return {watch: {...watch, shutSince: null, reloads: watch.reloads + 1}, step: mayReload ? 'reload' : 'give_up'};
}
