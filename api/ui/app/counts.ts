import {useEffect, useMemo, useRef} from 'preact/hooks';
import {queueEvents} from '../client/queue-events.ts';
import type {Counts} from '../client/schemas.ts';
import {counted} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {joined} from '../state/joined.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';

export type {Counts} from '../client/schemas.ts';

interface Count {
	text: string;
	kind: 'quiet' | 'warn' | 'bad';
}

/** What is beside an entry, and the same in words. */
export interface ShownCounts {
	counts: readonly Count[];
	about: string;
}

/** Milliseconds in which whatever happens is read at once. */
const throttleMs = 2_000;
/** Milliseconds after which is seen what no event tells: a title is due, or something has broken. */
const readMs = 60_000;
/** Downloads whose last state is kept. */
const maxKnown = 1_000;

/**
 * What the menu counts: read when a view is opened, when downloads come, go or change their state, and every minute.
 */
export function useCounts(): Counts | null {
	const {progress: shown} = useApp();
	const {data, reload}: Data<Counts> = useData('api/counts');
	const known = useRef<Map<string, {status: string; progress: number}>>(new Map());
	const onEvent = (name: string, {id, status, progress}: {id: string; status: string; progress: number}) => {
		if (name !== 'queueItemUpdated') {
			return true;
		}
		const last = known.current.get(id);
		if (known.current.size >= maxKnown) {
			known.current.clear();
		}
		known.current.set(id, {status, progress});
		const percent = Math.floor(progress);
		if (shown.get().get(id) !== percent) {
			shown.set(new Map([...shown.get(), [id, percent] as const].slice(-maxKnown)));
		}
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
const quiet = 'quiet' as const;

/** The counts beside the entry of a view in the menu; null for none. */
export function countsOf(path: string, counts: Counts | null): ShownCounts | null {
	if (!counts) {
		return null;
	}
	const {queue, wanted, health} = counts;
	const one = (count: number, about: string, kind: Count['kind']) =>
		count > 0 ? {counts: [{text: compact.format(count), kind}], about} : null;
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

/** What is only noted has no mark. */
function ofHealth({error, warning}: Counts['health']): ShownCounts | null {
	const count = error + warning;
	const about = [error > 0 && counted(error, 'error'), warning > 0 && counted(warning, 'warning')].filter(Boolean).join(' and ');
	return count > 0 ? {counts: [{text: compact.format(count), kind: error > 0 ? 'bad' : 'warn'}], about} : null;
}
