import {dayMs} from '#shared/domain/durations.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {toDate} from './to-titles.ts';
import type {ReleaseDate, WireMovie} from './wire.ts';

/** The provider's numbers for the types of release. */
const releaseTypes = {premiere: 1, limited: 2, theatrical: 3, digital: 4, physical: 5, tv: 6};

/** Notes of showings for the guests of a festival, also in their browsers, whatever type they are entered as. */
const festival =
	/(?:\b|film|do[ck])fest(?:s|ival)?\b|festiv[aá]l|festiwal|\b(?:sundance|slamdance|sxsw|tiff|iffr|idfa|berlinale|biennale|viennale|tribeca|telluride|locarno)\b|\b(?:virtual|online|press|test|preview) (?:screening|premiere)|映画祭|[电電]影[节節]|영화제|фестивал/i;

/** Days after which a film whose only known showing is a premiere has come out, though nobody entered where. */
const daysFromPremiere = 365;

/**
 * The earliest date of each kind in any country, at `now`. A film with only a limited cinema release counts from that
 * date. One that was broadcast has come to the homes that day.
 */
export function toReleases(
	{release_dates: {results}, release_date}: Pick<WireMovie, 'release_dates' | 'release_date'>,
	now: Date,
): Pick<MovieDetails, 'inCinemas' | 'digitalRelease' | 'physicalRelease'> {
	const all = results.flatMap(country => country.release_dates);
	const shown = all.filter(({note}) => note === null || !festival.test(note));
	const cinema = earliest(shown, releaseTypes.theatrical) ?? earliest(shown, releaseTypes.limited);
	const digital = earliest(shown, releaseTypes.digital);
	const physical = earliest(shown, releaseTypes.physical);
	const broadcast = earliest(shown, releaseTypes.tv);
	// One that comes long after the cinema would only make a film wait that is out by then.
	const isLate = cinema !== null && digital === null && physical === null && broadcast !== null && broadcast > cinema;
	const home = [digital, isLate ? null : broadcast].filter(date => date !== null).sort((a, b) => Number(a) - Number(b))[0] ?? null;
	const isUnknown = [cinema, digital, physical, broadcast].every(date => date === null);
	return {
		inCinemas: isUnknown ? firstShown(all, toDate(release_date), now) : cinema,
		digitalRelease: home,
		physicalRelease: physical,
	};
}

/** The premiere of a film that nobody has entered anything else for, once it is long ago. */
function firstShown(all: readonly ReleaseDate[], stated: Date | null, now: Date): Date | null {
	if (all.length === 0) {
		return stated;
	}
	const first = earliestOf(all) ?? stated;
	return first !== null && Number(now) - Number(first) >= daysFromPremiere * dayMs ? first : null;
}

const earliest = (rows: readonly ReleaseDate[], type: number) => earliestOf(rows.filter(row => row.type === type));

function earliestOf(rows: readonly ReleaseDate[]): Date | null {
	const dates = rows.map(row => toDate(row.release_date)).filter(date => date !== null);
	return dates.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
