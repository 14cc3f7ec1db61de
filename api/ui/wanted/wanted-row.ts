import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {PickBox} from '../parts/selection-bar.ts';
import {type Standing, StandingBadge} from '../parts/standing.ts';
import {day, distance, episodeCode, subtitleName, withMoments} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import type {Picked} from '../state/use-picked.ts';
import {useSearch} from '../title/use-search.ts';

export interface Wanted {
	id: string;
	type: 'movie' | 'episode';
	title: string | null;
	year: number | null;
	digitalRelease: string | null;
	physicalRelease: string | null;
	inCinemas: string | null;
	seriesId: string | null;
	seriesTitle: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	airDateUtc: string | null;
	/** Of the movie or the series. */
	posterUrl: string | null;
	lastSearchTime: string | null;
	nextSearchAt: string | null;
	nextSearchReason: string;
	/** Of what is missing. */
	standing?: Standing;
	quality?: string;
	cutoff?: string;
	missing?: {language: string; forced: boolean; hearingImpaired: boolean}[];
}

type Selection = Picked<Wanted>['selection'];

/** @param props `reason`: where none of its neighbours has the same. */
export function WantedRow({wanted, list, reason, selection}: {wanted: Wanted; list: string; reason: string; selection: Selection}) {
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

const nameOf = (wanted: Wanted) => (wanted.type === 'movie' ? (wanted.title ?? '') : `${wanted.seriesTitle} ${episodeCode(wanted)}`);

function Want({wanted: {quality, cutoff, missing, standing}}: {wanted: Wanted}) {
	if (standing) {
		return html`<${StandingBadge} standing=${standing} />`;
	}
	if (missing) {
		return html`<span class="nowrap">${missing.map(each => html`<${Badge} key=${subtitleName(each)} kind="warn">${subtitleName(each)}<//> `)}</span>`;
	}
	return cutoff ? html`<${Badge} kind="warn">${quality} → ${cutoff}<//>` : null;
}

function Facts({wanted, list}: {wanted: Wanted; list: string}) {
	const {digitalRelease, physicalRelease, inCinemas, airDateUtc, lastSearchTime, nextSearchAt, nextSearchReason, standing} = wanted;
	const isSaid = standing?.sentence.includes(nextSearchReason); // above
	const out = airDateUtc ?? digitalRelease ?? physicalRelease ?? inCinemas;
	return html`<p class="facts">
		${out && html`<span class="number">${day(out)}</span>`}
		${list !== 'subtitles' && html`<span>${lastSearchTime ? `searched ${distance(lastSearchTime)}` : 'never searched'}</span>`}
		${(nextSearchAt || !isSaid) && html`<span title=${nextSearchReason}>${nextSearchAt ? `next search ${distance(nextSearchAt)}` : nextSearchReason}</span>`}
	</p>`;
}
