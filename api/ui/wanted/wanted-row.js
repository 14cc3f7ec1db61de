import {Badge} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {PickBox} from '../parts/selection-bar.js';
import {StandingBadge} from '../parts/standing.js';
import {day, distance, episodeCode, subtitleName, withMoments} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useSearch} from '../title/use-search.js';

/**
 * @typedef {object} Wanted
 * @property {string} id
 * @property {'movie' | 'episode'} type
 * @property {string | null} title
 * @property {number | null} year
 * @property {string | null} digitalRelease
 * @property {string | null} physicalRelease
 * @property {string | null} inCinemas
 * @property {string | null} seriesId
 * @property {string | null} seriesTitle
 * @property {number | null} seasonNumber
 * @property {number | null} episodeNumber
 * @property {string | null} airDateUtc
 * @property {string | null} posterUrl Of the movie or the series.
 * @property {string | null} lastSearchTime
 * @property {string | null} nextSearchAt
 * @property {string} nextSearchReason
 * @property {import('../parts/standing.js').Standing} [standing] Of what is missing.
 * @property {string} [quality]
 * @property {string} [cutoff]
 * @property {{language: string, forced: boolean, hearingImpaired: boolean}[]} [missing]
 */

/**
 * @typedef {import('../state/use-picked.js').Picked<Wanted>['selection']} Selection
 * @param {{wanted: Wanted, list: string, reason: string, selection: Selection}} props
 * `reason`: where none of its neighbours has the same.
 */
export function WantedRow({wanted, list, reason, selection}) {
	const {client, attempt, may} = useApp();
	const isMovie = wanted.type === 'movie';
	const path = isMovie ? `api/library/movies/${wanted.id}` : `api/library/episodes/${wanted.id}`;
	const searchReleases = useSearch({search: `${path}/auto-search`, status: `${path}/status`});
	const search = () => (list === 'subtitles' ? attempt(() => client.post(`${path}/subtitles/fetch`)) : searchReleases());
	return html`<li class="row wanted"><${Poster} title=${wanted.seriesTitle ?? wanted.title ?? ''} url=${wanted.posterUrl} />
		<div class="row-head">
			<${PickBox} selection=${selection} id=${wanted.id} name=${nameOf(wanted)} />
			<h2>${
				isMovie
					? html`<a href=${to(`movies/${wanted.id}`)}>${wanted.title}</a> <span class="muted">${wanted.year}</span>`
					: html`<a href=${to(`series/${wanted.seriesId}`)}>${wanted.seriesTitle}</a> <span class="muted number">${episodeCode(wanted)}</span> <span class="muted">${wanted.title}</span>`
			}</h2>
			<${Want} wanted=${wanted} />
		</div>
		${reason !== '' && html`<p class="hint">${withMoments(reason)}</p>`}
		<div class="row-foot">
			<${Facts} wanted=${wanted} list=${list} />
			${(list === 'subtitles' || may('searchReleases')) && html`<div class="row-actions"><${Button} bare icon="bolt" label=${`${list === 'subtitles' ? 'Fetch subtitles of' : 'Search'} ${wanted.title ?? ''}`} onClick=${search} /></div>`}
		</div>
	</li>`;
}

/** @param {Wanted} wanted */
const nameOf = wanted => (wanted.type === 'movie' ? (wanted.title ?? '') : `${wanted.seriesTitle} ${episodeCode(wanted)}`);

/** @param {{wanted: Wanted}} props */
function Want({wanted: {quality, cutoff, missing, standing}}) {
	if (standing) {
		return html`<${StandingBadge} standing=${standing} />`;
	}
	if (missing) {
		return html`<span class="nowrap">${missing.map(each => html`<${Badge} key=${subtitleName(each)} kind="warn">${subtitleName(each)}<//> `)}</span>`;
	}
	return cutoff ? html`<${Badge} kind="warn">${quality} → ${cutoff}<//>` : null;
}

/** @param {{wanted: Wanted, list: string}} props */
function Facts({wanted, list}) {
	const {digitalRelease, physicalRelease, inCinemas, airDateUtc, lastSearchTime, nextSearchAt, nextSearchReason, standing} = wanted;
	const isSaid = standing?.sentence.includes(nextSearchReason); // above
	const out = airDateUtc ?? digitalRelease ?? physicalRelease ?? inCinemas;
	return html`<p class="facts">
		${out && html`<span class="number">${day(out)}</span>`}
		${list !== 'subtitles' && html`<span>${lastSearchTime ? `searched ${distance(lastSearchTime)}` : 'never searched'}</span>`}
		${(nextSearchAt || !isSaid) && html`<span title=${nextSearchReason}>${nextSearchAt ? `next search ${distance(nextSearchAt)}` : nextSearchReason}</span>`}
	</p>`;
}
