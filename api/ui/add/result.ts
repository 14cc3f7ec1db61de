import type {FoundTitle} from '../client/types.ts';
import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {Poster} from '../parts/poster.ts';
import {to} from '../state/route.ts';
import {ListedFacts} from './facts.ts';

interface ResultProps {
	found: FoundTitle;
	kind: 'movies' | 'series';
	/** Minutes; null until it is known. */
	runtime: number | null;
	onChoose: () => void;
}

export function Result({found, kind, runtime, onChoose}: ResultProps) {
	const isHere = found.inLibrary && found.id;
	return html`<li class="row result">
		<${Poster} title=${found.title} url=${found.posterUrl} />
		<div class="result-about">
			<h2>${isHere ? html`<a href=${to(`${kind}/${found.id}`)}>${found.title}</a>` : found.title} <span class="muted">${found.year ?? ''} · ${kind === 'movies' ? 'Movie' : 'Series'}</span></h2>
			<${ListedFacts} found=${found} runtime=${runtime} />
			<p class="links"><a href=${`https://www.themoviedb.org/${kind === 'movies' ? 'movie' : 'tv'}/${found.metaId}`} target="_blank" rel="noreferrer"><${Icon} name="link" />TMDB</a></p>
			<p class="overview" dir="auto">${found.overview || 'The provider has no description.'}</p>
		</div>
		<div class="result-action">
			${
				isHere
					? html`<${Badge} kind="ok">In the library<//>`
					: html`<${Button} kind="primary" icon="plus" label="Add" onClick=${onChoose} />`
			}
		</div>
	</li>`;
}
