import {useEffect, useMemo, useRef} from 'preact/hooks';
import {queueEvents} from '../client/queue-events.js';
import {counted} from '../parts/text.js';
import {joined} from '../state/joined.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';

/**
 * @typedef {object} Counts
 * @property {{downloads: number, needsYou: number}} queue
 * @property {{missing: number}} wanted
 * @property {{warning: number, error: number}} health
 *
 * @typedef {{text: string, kind: 'quiet' | 'warn' | 'bad'}} Count
 * @typedef {{counts: readonly Count[], about: string}} ShownCounts What is beside an entry, and the same in words.
 */

/** Milliseconds in which whatever happens is read at once. */
const throttleMs = 2_000;
/** Milliseconds after which is seen what no event tells: a title is due, or something has broken. */
const readMs = 60_000;
/** Downloads whose last state is kept. */
const maxKnown = 1_000;

/**
 * What the menu counts: read when a view is opened, when downloads come, go or change their state, and every minute.
 * @returns {Counts | null}
 */
export function useCounts() {
	/** @type {import('../state/use-data.js').Data<Counts>} */
	const {data, reload} = useData('api/counts');
	const known = useRef(/** @type {Map<string, {status: string, progress: number}>} */ (new Map()));
	/** @param {string} name @param {{id: string, status: string, progress: number}} event */
	const onEvent = (name, {id, status, progress}) => {
		if (name !== 'queueItemUpdated') {
			return true;
		}
		const last = known.current.get(id);
		if (known.current.size >= maxKnown) {
			known.current.clear();
		}
		known.current.set(id, {status, progress});
		// What comes with another status, or with the same progress, is about its state.
		return !last || status !== last.status || progress === last.progress || progress === 100;
	};
	// One reader for all reasons: a second reading would break off the first.
	const reading = useMemo(() => joined(reload, throttleMs), [reload]);
	useEvents({...queueEvents, onEvent, read: reading.call, throttleMs: 0, isSparing: true});
	useEffect(() => {
		const timer = setInterval(() => document.hidden || reading.call(), readMs);
		addEventListener('hashchange', reading.call);
		return () => {
			clearInterval(timer);
			removeEventListener('hashchange', reading.call);
			reading.stop();
		};
	}, [reading]);
	return data;
}

const compact = new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1});
const quiet = /** @type {const} */ ('quiet');

/**
 * The counts beside the entry of a view in the menu; null for none.
 * @param {string} path @param {Counts | null} counts
 * @returns {ShownCounts | null}
 */
export function countsOf(path, counts) {
	if (!counts) {
		return null;
	}
	const {queue, wanted, health} = counts;
	/** @param {number} count @param {string} about @param {Count['kind']} kind */
	const one = (count, about, kind) => (count > 0 ? {counts: [{text: compact.format(count), kind}], about} : null);
	if (path === 'queue') {
		const all = one(queue.downloads, counted(queue.downloads, 'download'), quiet);
		const needy = one(queue.needsYou, `${queue.needsYou} of them ${queue.needsYou === 1 ? 'needs' : 'need'} you`, 'bad');
		return all && needy ? {counts: [...needy.counts, ...all.counts], about: `${all.about}, ${needy.about}`} : all;
	}
	if (path === 'wanted') {
		return one(wanted.missing, `${counted(wanted.missing, 'title')} missing`, quiet);
	}
	return path === 'health' ? ofHealth(health) : null;
}

/** What is only noted has no mark. @param {Counts['health']} health @returns {ShownCounts | null} */
function ofHealth({error, warning}) {
	const count = error + warning;
	const about = [error > 0 && counted(error, 'error'), warning > 0 && counted(warning, 'warning')].filter(Boolean).join(' and ');
	return count > 0 ? {counts: [{text: compact.format(count), kind: error > 0 ? 'bad' : 'warn'}], about} : null;
}
