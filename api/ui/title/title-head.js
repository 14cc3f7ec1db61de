import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {Backdrop, Logo, Poster} from '../parts/poster.js';
import {day, duration} from '../parts/text.js';
import {to} from '../state/route.js';
import {useName} from '../state/use-name.js';

/** @typedef {import('../client/types.js').OfMovie & import('../client/types.js').OfSeries} Own Of one kind alone. */
/** @typedef {import('../client/types.js').Title & Partial<Own>} Title */

/**
 * @param {{kind: 'movies' | 'series', title: Title, extra?: readonly (string | null | undefined)[], children?: any, badges?: any}} props
 */
export function TitleHead({kind, title, extra = [], badges, children}) {
	useName(title.title);
	const {tags = []} = title;
	const facts = [title.year, duration(title.runtime), title.certification, ...extra, ratingOf(title)];
	return html`<header class="title-head">
		<${Backdrop} url=${title.backdropUrl} />
		<${Poster} title=${title.title} url=${title.posterUrl} />
		<div class="title-about">
			<${Logo} url=${title.images?.find(({type}) => type === 'logo')?.url} />
			<h1 dir="auto" title=${title.title}>${title.title}</h1>
			<p class="facts">${facts.filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
			<p class="badges">${badges}</p>
			${tags.length > 0 && html`<p class="tag-choices">${tags.map(each => html`<a key=${each} class="chip" href=${to(`${kind}?tag=${encodeURIComponent(each)}`)}>${each}</a>`)}</p>`}
			${title.tagline && html`<p class="tagline" dir="auto">${title.tagline}</p>`}
			${title.overview && html`<p class="overview" dir="auto">${title.overview}</p>`}
			${title.genres.length > 0 && html`<p class="hint">${title.genres.join(', ')}</p>`}
			<${Dates} title=${title} />
			<${Links} kind=${kind} title=${title} />
		</div>
		<div class="title-actions">${children}</div>
	</header>`;
}

/** @param {Title} title */
function ratingOf({metaRating, metaVoteCount}) {
	const votes = metaVoteCount ? ` (${counts.format(metaVoteCount)})` : '';
	return metaRating ? `★ ${metaRating.toFixed(1)}${votes} TMDB` : null;
}
const counts = new Intl.NumberFormat('en', {notation: 'compact'});

/** @param {{title: Title}} props */
function Dates({title: {inCinemas, digitalRelease, physicalRelease}}) {
	/** @type {[string, string | null | undefined][]} */
	const dates = [
		['In cinemas', inCinemas],
		['Digital', digitalRelease],
		['On disc', physicalRelease],
	];
	const known = dates.flatMap(([name, date]) => (date ? `${name} ${day(date)}` : []));
	return known.length > 0 && html`<p class="facts hint">${known.map(each => html`<span key=${each}>${each}</span>`)}</p>`;
}

/** Where others know it, each by its number there. @param {{kind: 'movies' | 'series', title: Title}} props */
function Links({kind, title: {title, metaId, imdbId, tvMetaId, website, trailerUrl, collectionMetaId, collectionTitle}}) {
	const links = [
		['TMDB', `https://www.themoviedb.org/${kind === 'movies' ? 'movie' : 'tv'}/${metaId}`],
		trailerUrl && /^https:/i.test(trailerUrl)
			? ['Trailer', trailerUrl]
			: ['Trailers', `https://www.themoviedb.org/${kind === 'movies' ? 'movie' : 'tv'}/${metaId}/videos`],
		['IMDb', imdbId && `https://www.imdb.com/title/${encodeURIComponent(imdbId)}/`],
		['TVDB', tvMetaId && `https://thetvdb.com/dereferrer/series/${tvMetaId}`],
		['Trakt', imdbId && `https://trakt.tv/search/imdb/${encodeURIComponent(imdbId)}`],
		['Website', website && /^https?:/i.test(website) && website],
	];
	const like = new URLSearchParams({type: kind === 'movies' ? 'movie' : 'series', kind: 'recommended', metaId: String(metaId), title});
	const isInCollection = collectionMetaId && collectionTitle;
	return html`<p class="links">
		${isInCollection && html`<a href=${to(`collections?search=${encodeURIComponent(collectionTitle)}`)}><${Icon} name="group" />${collectionTitle}</a>`}
		<a href=${to(`discover?${like}`)}><${Icon} name="eye" />Similar titles</a>
		${links.map(([name, address]) => address && html`<a key=${name} href=${address} target="_blank" rel="noreferrer"><${Icon} name="link" />${name}</a>`)}
	</p>`;
}
