import type {Page} from 'puppeteer';
import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import {orCancelled, wait} from '#shared/coordination/wait.ts';
import {type Detection, needsPerson} from '#shared/domain/captcha/challenge.ts';
import {firstWatch, nextStep} from '#shared/domain/captcha/next-step.ts';
import type {MainDocument} from './main-document.ts';
import {pressWidget} from './press-widget.ts';
import {type LastSight, visitFailure} from './visit-failure.ts';

export interface Watched {
	page: Page;
	document: MainDocument;
	/** Updated with what we see, to explain a timeout. */
	sight: LastSight;
	/** A page that fails without a challenge counts as a result too. */
	takesFailures: boolean;
	/** Returns why the shown page is not the site's own, or null when it is. */
	networkFailure(): Error | null;
	/** Loads the page again. */
	reload(): Promise<void>;
}

/** Milliseconds between two checks of a page; `answerMs` applies until the page has been answered. */
const checkMs = 150;
const answerMs = 20;
/** Milliseconds. A check that takes longer means that the page hangs. */
const longCheckMs = 2000;

/**
 * Resolves when no challenge blocks the page any more. Throws UpstreamFailed `blocked`, `needs_person` or
 * `site_failed`, or the code of a network failure that our proxy saw; Cancelled when the signal aborts.
 */
export async function awaitOpenPage(watched: Watched, signal: AbortSignal): Promise<void> {
	const {page, document, sight} = watched;
	let watch = firstWatch;
	let presses = 0;
	for (;;) {
		const detection = await check(watched, signal);
		if (detection) {
			refuseHopeless(detection, watched);
			const next = nextStep(watch, {kind: detection.kind, status: document.status()}, performance.now());
			watch = next.watch;
			sight.kind = watch.kind;
			if (next.step === 'leave' || (next.step === 'give_up' && watched.takesFailures)) {
				return;
			}
			if (next.step === 'give_up') {
				throw visitFailure('site_failed', `It answers ${document.status()}.`);
			}
			if (next.step === 'reload') {
				await orCancelled(watched.reload(), signal);
			}
			if (next.step === 'press') {
				await orCancelled(pressWidget(page, presses), signal);
				presses += 1;
			}
		}
		await wait(document.answers() === 0 ? answerMs : checkMs, signal);
	}
}

/**
 * Returns null while there is nothing to judge: not answered yet, not complete yet, or just being
 * replaced by another page.
 */
async function check({page, document, sight}: Watched, signal: AbortSignal): Promise<Detection | null> {
	const answers = document.answers();
	if (answers === 0) {
		return null;
	}
	sight.status = document.status();
	const patience = setTimeout(() => {
		sight.hangs = true;
	}, longCheckMs);
	try {
		const {html, isLoading} = await orCancelled(readBeginning(page), signal);
		sight.hangs = false;
		const detection = detectChallenge({status: document.status(), headers: document.headers(), html});
		// The signs of a challenge may be in the part that has not loaded yet.
		const isPart = isLoading && detection.kind === 'none' && !detection.blocked;
		// If the page was replaced in the meantime, this answer belongs to a different page.
		return isPart || document.answers() !== answers ? null : detection;
	} catch (error) {
		if (signal.aborted || page.isClosed()) {
			throw error;
		}
		return null;
	} finally {
		clearTimeout(patience);
	}
}

function refuseHopeless({kind, blocked}: Detection, {networkFailure, sight}: Watched): void {
	const failure = networkFailure();
	if (failure) {
		throw failure;
	}
	if (blocked) {
		throw visitFailure('blocked');
	}
	if (needsPerson(kind)) {
		sight.kind = kind;
		throw visitFailure('needs_person', `Its type is ${kind}.`);
	}
}

/** Characters. A challenge shows what it is near the beginning, and a page may be of any size. */
const beginning = 520_000;

const script = `({
	html: document.documentElement ? document.documentElement.outerHTML.slice(0, ${beginning}) : '',
	isLoading: document.readyState === 'loading',
})`;

interface Beginning {
	html: string;
	/** True while the rest of the page is still loading. */
	isLoading: boolean;
}

/** Reads in puppeteer's isolated world, so that the page's scripts can neither see nor change it. */
function readBeginning(page: Page): Promise<Beginning> {
	const frame = page.mainFrame() as unknown as {isolatedRealm(): {evaluate(script: string): Promise<Beginning>}}; // exists, but is missing from the types
	return frame.isolatedRealm().evaluate(script);
}
