import type {Chance} from '#scripts/seed/words.ts';
import {dayMs, hourMs, minuteMs} from '#shared/domain/durations.ts';
import type {Offer, Span, Title} from './titles.ts';

/** Which share of all releases each indexer has, in the order of the indexers. */
export const shares = [0.5, 0.6, 0.5, 0.2, 0.35] as const;

const groups = ['ALDER', 'BIRCH', 'CEDAR', 'ELM', 'HAZEL', 'ROWAN'] as const;
const bytesPerMinute = 40 * 1_048_576;
/** Share of the releases that name their group, which may correct them in the next weeks. */
const named = 0.2;
/** Share of the releases that only one indexer has. */
const onlyOne = 0.25;

export interface OfferSource {
	chance: Chance;
	span: Span;
}

/** How long after its air time or its release date a title comes out: minutes, hours, days or months. */
export function delayOf({is, integer}: Chance): number {
	if (is(0.5)) {
		return 5 * minuteMs + integer(55 * minuteMs);
	}
	if (is(0.55)) {
		return hourMs + integer(11 * hourMs);
	}
	return is(0.7) ? dayMs + integer(4 * dayMs) : 7 * dayMs + integer(80 * dayMs);
}

/** Some time within the simulation. */
export function someday({integer}: Chance, {start, end}: Span): number {
	return start + integer(Math.max(1, (end - start) * 0.95));
}

/** A release that first comes out at `at`. */
export function makeOffer(
	name: string,
	{titles, isPack, at}: {titles: readonly Title[]; isPack: boolean; at: number},
	{chance, span}: OfferSource,
): Offer {
	const quality = chance.is(0.7) ? '1080p.WEB-DL' : '1080p.WEBRip';
	const guid = chance.uuid();
	// Nothing new comes out after the end, so that the planner can finish.
	const first = at > span.end ? Number.POSITIVE_INFINITY : at;
	return {
		guid,
		title: `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '.')}.${quality}.x264${chance.is(named) ? `-${chance.pick(groups)}` : ''}`,
		titles,
		isPack,
		at: spread(first, chance, span),
		size: titles.reduce((sum, {runtime}) => sum + runtime * bytesPerMinute, 0),
	};
}

/** One indexer has it first, the others hours later or never. */
function spread(first: number, chance: Chance, span: Span): number[] {
	const owner = pickOwner(chance);
	const isAlone = chance.is(onlyOne);
	return shares.map((share, index) => {
		if (index === owner) {
			return first;
		}
		const at = first + chance.integer(6 * hourMs);
		return !isAlone && chance.is(share) && at <= span.end ? at : Number.POSITIVE_INFINITY;
	});
}

function pickOwner(chance: Chance): number {
	const sum = shares.reduce((all, share) => all + share, 0);
	let left = (chance.integer(1_000_000) / 1_000_000) * sum;
	return Math.max(
		0,
		shares.findIndex(share => {
			left -= share;
			return left < 0;
		}),
	);
}
