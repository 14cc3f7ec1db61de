import type {ChallengeKind} from './challenge.ts';

/** What to do with a page after checking it. */
export type Step = 'leave' | 'give_up' | 'reload' | 'press' | 'wait';

/** What earlier checks showed. All times are milliseconds of the same clock. */
export interface Watch {
	/** The latest challenge seen; `none` before the first one. */
	kind: ChallengeKind;
	openSince: number | null;
	/** When the marks disappeared while the status was still bad. */
	shutSince: number | null;
	reloads: number;
	nextPress: number | null;
}

export interface CheckedPage {
	kind: ChallengeKind;
	status: number;
}

export const firstWatch: Watch = {kind: 'none', openSince: null, shutSince: null, reloads: 0, nextPress: null};

/** After a challenge disappears it may still be loading its page: the page must look open for this long. */
const settleMs = 400;
/** For this long, a bad status without marks may turn out to be a challenge that we do not know. */
const unknownMs = 5000;
/** A solved challenge usually reloads its page by itself. After this long we reload it. */
const reloadMs = 2000;
const maxReloads = 2;
/** A challenge that runs by itself is left undisturbed for this long. */
const quietMs = 2000;
const pressMs = 1500;

/** True for the status of a site that blocks us or is failing. Statuses such as 404 mean that we got in. */
function isShut(status: number): boolean {
	return status === 403 || status === 429 || status >= 500;
}

/** A page is solved when its marks are gone and its status is good. Elapsed time proves nothing. */
export function nextStep(watch: Watch, page: CheckedPage, now: number): {watch: Watch; step: Step} {
	if (page.kind !== 'none') {
		return whileChallenged({...watch, kind: page.kind, openSince: null, shutSince: null}, now);
	}
	return isShut(page.status) ? whileShut({...watch, openSince: null}, now) : whileOpen({...watch, shutSince: null}, now);
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
	const mayReload = watch.kind !== 'none' && watch.reloads < maxReloads;
	return {watch: {...watch, shutSince: null, reloads: watch.reloads + 1}, step: mayReload ? 'reload' : 'give_up'};
}
