import {useEffect, useRef} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {episodeCode} from '../parts/text.js';
import {FoundReleases} from '../releases/found-releases.js';
import {changeQuery} from '../state/route.js';

/** @typedef {import('../client/types.js').SearchSubject} Subject */

/** The releases of a title, a season or an episode. @param {{subject: Subject}} props */
export function Releases({subject}) {
	const {movieId, seriesId, seasonNumber, episodeNumber} = subject;
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
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

/** Which part of a series was searched for. @param {{subject: Subject}} props */
function Part({subject: {seasonNumber, episodeNumber}}) {
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
