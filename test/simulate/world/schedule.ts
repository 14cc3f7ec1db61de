import type {Chance} from '#scripts/seed/words.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import type {OfferSource} from './offers.ts';

const weekMs = 7 * dayMs;
const yearMs = 364 * dayMs;
const dayMinutes = 1440;
/** Seasons of running series that began this long before the simulation go on in it. */
const beforeMs = 10 * weekMs;

/**
 * When each episode airs, in the order of the details. An ended series keeps its dates. A running one has a season a
 * year, one episode a week, and its last season is in the simulated time.
 */
export function episodeTimes({seasons, status}: SeriesDetails, {chance, span}: OfferSource): number[] {
	const minute = airMinute(chance);
	if (status !== 'continuing') {
		return seasons.flatMap(({episodes}) => episodes.map(({airDate}) => Number(new Date(airDate ?? 0)) + minute * minuteMs));
	}
	const last = seasons.length - 1;
	const begin = span.start - beforeMs + chance.integer(span.end - span.start + beforeMs);
	const day = Math.floor(begin / dayMs) * dayMs + minute * minuteMs;
	return seasons.flatMap(({episodes}, index) => episodes.map((_, week) => day - (last - index) * yearMs + week * weekMs));
}

/** The provider may know only the day, which then counts from its first minute; otherwise mostly evenings. */
function airMinute({is, integer}: Chance): number {
	if (is(0.3)) {
		return 0;
	}
	return is(0.7) ? 18 * 60 + integer(6 * 60) : integer(dayMinutes);
}
