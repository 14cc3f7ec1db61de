import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {duration} from '../parts/text.js';
import {to} from '../state/route.js';
import {useName} from '../state/use-name.js';

/**
 * @typedef {import('../client/types.js').Title} Title
 * @param {{kind: 'movies' | 'series', title: Title, extra?: readonly (string | null | undefined)[], children?: any, badges?: any}} props
 */
export function TitleHead({kind, title, extra = [], badges, children}) {
	useName(title.title);
	const {tags = []} = title;
	const facts = [
		title.year,
		duration(title.runtime),
		title.certification,
		...extra,
		title.metaRating ? `★ ${title.metaRating.toFixed(1)}` : null,
	];
	return html`<header class="title-head">
		<${Poster} title=${title.title} url=${title.posterUrl} />
		<div class="title-about">
			<h1>${title.title}</h1>
			<p class="facts">${facts.filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
			<p class="badges">${badges}</p>
			${tags.length > 0 && html`<p class="tag-choices">${tags.map(each => html`<a key=${each} class="chip" href=${to(`${kind}?tag=${encodeURIComponent(each)}`)}>${each}</a>`)}</p>`}
			${title.overview && html`<p class="overview" dir="auto">${title.overview}</p>`}
			${title.genres.length > 0 && html`<p class="hint">${title.genres.join(', ')}</p>`}
		</div>
		<div class="title-actions">${children}</div>
	</header>`;
}
