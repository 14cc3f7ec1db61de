import {useEffect, useState} from 'preact/hooks';
import {useApp} from '../state/app-state.ts';
import type {Facts} from './facts.ts';
import type {OfKind} from './use-found.ts';

/** Titles that are asked for: those in view at first. */
const most = 8;
/** Milliseconds in which somebody may type on. */
const pauseMs = 700;

const keyOf = ({kind, title}: OfKind) => `${kind}/${title.metaId}`;

/**
 * How many minutes titles take, which lists of the provider do not say: they are asked for one after another, once
 * nobody types.
 */
export function useRuntimes(found: readonly OfKind[]): (of: OfKind) => number | null {
	const {client} = useApp();
	const [runtimes, setRuntimes] = useState<ReadonlyMap<string, number | null>>(new Map());
	const keys = found.slice(0, most).map(keyOf);
	useEffect(() => {
		let isOver = false;
		const read = async () => {
			for (const key of keys.filter(each => !runtimes.has(each))) {
				const facts: Facts | null = isOver ? null : await client.get(`api/lookup/${key}`).catch(() => null);
				if (isOver) {
					return;
				}
				setRuntimes(known => new Map(known).set(key, facts?.runtime ?? null));
			}
		};
		const timer = setTimeout(read, pauseMs);
		return () => {
			isOver = true;
			clearTimeout(timer);
		};
	}, [keys.join()]);
	return of => runtimes.get(keyOf(of)) ?? null;
}
