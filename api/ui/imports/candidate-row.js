import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {episodeCode, size} from '../parts/text.js';
import {TitlePicker} from './title-picker.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {import('../client/types.js').ChosenTitle} Chosen */

/**
 * What the service itself would choose.
 * @param {Candidate} candidate
 * @returns {Chosen | null}
 */
export function readTitle({movie, series, episodes}) {
	if (movie) {
		return {name: movie.title, ids: {movieId: movie.id}};
	}
	if (!series || episodes.length === 0) {
		return null;
	}
	const codes = episodes.map(episodeCode).join(', ');
	return {name: `${series.title} ${codes}`, ids: {seriesId: series.id, episodeIds: episodes.map(({id}) => id)}};
}

/** @param {{candidate: Candidate, chosen: Chosen | null, onChoose: (title: Chosen | null) => void}} props */
export function CandidateRow({candidate, chosen, onChoose}) {
	const {name, quality, languages, releaseGroup, rejections} = candidate;
	const title = chosen ?? readTitle(candidate);
	return html`<li class="row">
		<h3>${name}</h3>
		<p class="facts"><span class="strong">${quality}</span><span class="number">${size(candidate.size)}</span>
			${[languages.join(', '), releaseGroup].filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
		${title && html`<${Checkbox} label=${`Import as ${title.name}`} checked=${chosen !== null} onChange=${(/** @type {boolean} */ on) => onChoose(on ? title : null)} />`}
		<${TitlePicker} label=${title ? 'Another title' : 'Which title is it?'} onPick=${onChoose} />
		${rejections.length > 0 && html`<ul class="reasons">${rejections.map(({reason}) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
	</li>`;
}
