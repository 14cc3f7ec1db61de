import {dayMs} from '#shared/domain/durations.ts';
import {delayOf, makeOffer, type OfferSource, someday} from './offers.ts';
import type {Offer, Title} from './titles.ts';

/** Shares of seasons. */
const packOnly = {old: 0.4, airing: 0.05};
const alsoPack = 0.5;

const pad = (number: number) => String(number).padStart(2, '0');

/** The releases of a season: its episodes one by one, a pack of all of it, or both. */
export function offersOfSeason(series: string, titles: readonly Title[], source: OfferSource): Offer[] {
	const {chance, span} = source;
	const isWanted = titles.some(({had}) => had !== 'good');
	if (!isWanted) {
		return [];
	}
	const season = titles[0]?.season ?? 1;
	const end = Math.max(...titles.map(({wantedFrom}) => wantedFrom));
	const isAiring = end > span.start;
	// A pack does not replace the files of the other episodes, so a single missing one has a release of its own.
	const onlyPack = titles.every(({had}) => had === 'nothing') && chance.is(isAiring ? packOnly.airing : packOnly.old);
	const hasPack = onlyPack || chance.is(alsoPack);
	const late = !isAiring && chance.is(0.25) ? someday(chance, span) : 0;
	const offers: Offer[] = [];
	if (hasPack) {
		const at = Math.max(end + dayMs + chance.integer(10 * dayMs), late);
		offers.push(makeOffer(`${series} S${pad(season)}`, {titles, isPack: true, at}, source));
	}
	for (const title of onlyPack ? [] : titles) {
		const at = Math.max(title.wantedFrom + delayOf(chance), title.had === 'poor' ? someday(chance, span) : late);
		if (title.had !== 'good') {
			const name = `${series} S${pad(season)}E${pad(title.episode)}`;
			offers.push(makeOffer(name, {titles: [title], isPack: false, at}, source));
		}
	}
	return offers;
}
