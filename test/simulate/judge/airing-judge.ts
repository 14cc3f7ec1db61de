import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {when} from '../clock.ts';
import type {Title} from '../world/titles.ts';

export interface AiringJudge {
	/** Tells the time, and whether any indexer can be asked now. Called at least every few minutes. */
	check(at: number, isAnyOpen: boolean): void;
	/** An indexer has answered a search for it. */
	searched(id: string, at: number): void;
	/** It has a file, so nobody has to search it. */
	settled(id: string): void;
	figures(): {aired: number; longestMs: number};
	faults(): string[];
}

interface Duty {
	title: Title;
	/** It has waited too long, which is already written down. */
	isLate: boolean;
}

const limitMs = hourMs;
/** The schedule looks every few seconds, and a search takes some. */
const toleranceMs = minuteMs;

/**
 * Says which aired episodes were not searched within an hour. Time in which no indexer can be asked does not count, and
 * the hour begins again when the first of them is back.
 */
export function createAiringJudge(titles: Iterable<Title>): AiringJudge {
	const toAir = [...titles].filter(({airs, monitored}) => airs && monitored).sort((a, b) => b.wantedFrom - a.wantedFrom);
	const aired = toAir.length;
	const open = new Map<string, Duty>();
	const faults: string[] = [];
	const settled = new Set<string>();
	let openSince: number | null = null;
	let longestMs = 0;

	function lateBy({wantedFrom}: Title, at: number): number {
		return openSince === null ? 0 : at - Math.max(wantedFrom, openSince);
	}

	function begin(at: number): void {
		for (let next = toAir.at(-1); next && next.wantedFrom <= at; next = toAir.at(-1)) {
			toAir.pop();
			if (!settled.has(next.id)) {
				open.set(next.id, {title: next, isLate: false});
			}
		}
	}

	return {
		check(at, isAnyOpen) {
			begin(at);
			openSince = isAnyOpen ? (openSince ?? at) : null;
			for (const duty of open.values()) {
				if (!duty.isLate && lateBy(duty.title, at) > limitMs + toleranceMs) {
					duty.isLate = true;
					faults.push(`${duty.title.name} aired at ${when(duty.title.wantedFrom)} and was not searched by ${when(at)}`);
				}
			}
		},
		searched(id, at) {
			begin(at);
			const duty = open.get(id);
			if (duty) {
				longestMs = Math.max(longestMs, lateBy(duty.title, at));
				open.delete(id);
			}
		},
		settled(id) {
			settled.add(id);
			open.delete(id);
		},
		figures: () => ({aired: aired - toAir.length, longestMs}),
		faults: () => faults,
	};
}
