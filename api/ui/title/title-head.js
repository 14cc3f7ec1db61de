import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {duration} from '../parts/text.js';
import {useName} from '../state/use-name.js';

/**
 * @typedef {import('../client/types.js').Title} Title
 * @param {{title: Title, extra?: readonly (string | null | undefined)[], children?: any, badges?: any}} props
 */
export function TitleHead({title, extra = [], badges, children}) {
	useName(title.title);
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
			${title.overview && html`<p class="overview" dir="auto">${title.overview}</p>`}
			${title.genres.length > 0 && html`<p class="hint">${title.genres.join(', ')}</p>`}
		</div>
		<div class="title-actions">${children}</div>
	</header>`;
}
