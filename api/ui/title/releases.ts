import {useEffect, useRef} from 'preact/hooks';
import type {SearchSubject as Subject} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {episodeCode} from '../parts/text.ts';
import {FoundReleases} from '../releases/found-releases.ts';
import {changeQuery} from '../state/route.ts';

/** The releases of a title, a season or an episode. */
export function Releases({subject}: {subject: Subject}) {
	const {movieId, seriesId, seasonNumber, episodeNumber} = subject;
	const ref = useRef<HTMLElement | null>(null);
	// The table needs the whole height.
	const show = () => ref.current?.scrollIntoView({block: 'start'});
	useEffect(show, [seasonNumber, episodeNumber]);
	const request = {
		...(movieId && {movieId}),
		...(seriesId && {seriesId}),
		...(seasonNumber && {seasonNumber: Number(seasonNumber)}),
		...(seasonNumber && episodeNumber && {episodeNumber: Number(episodeNumber)}),
		limit: 1000,
	};
	return html`<div ref=${ref} class="releases-of"><${Part} subject=${subject} /><${FoundReleases} request=${request} subject=${subject} onFirst=${show} /></div>`;
}

/** Which part of a series was searched for. */
function Part({subject: {seasonNumber, episodeNumber}}: {subject: Subject}) {
	if (!seasonNumber) {
		return null;
	}
	const season = Number(seasonNumber);
	const part = episodeNumber
		? episodeCode({seasonNumber: season, episodeNumber: Number(episodeNumber)})
		: season === 0
			? 'the specials'
			: `season ${season}`;
	return html`<div class="row-foot part"><p class="hint">Releases of ${part}</p>
		<${Button} label="Search the whole series" onClick=${() => changeQuery({season: null, episode: null})} /></div>`;
}
