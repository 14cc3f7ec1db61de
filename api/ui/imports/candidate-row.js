import {useState} from 'preact/hooks';
import {Badge} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {episodeCode, size} from '../parts/text.js';
import {ChooseTitle} from './choose-title.js';

/** @typedef {import('./candidates.js').Candidate} Candidate */
/** @typedef {import('./candidates.js').Choice} Choice */

/** @param {{candidate: Candidate, choice: Choice, onChange: (choice: Choice) => void}} props */
export function CandidateRow({candidate, choice, onChange}) {
	const [isChoosing, setChoosing] = useState(false);
	const {movie, series, episodes, isChosen} = choice;
	const title = movie ? `${movie.title} (${movie.year ?? '?'})` : series ? [series.title, ...episodes.map(episodeCode)].join(' ') : null;
	const choose = (/** @type {Choice} */ next) => {
		setChoosing(false);
		onChange(next);
	};
	return html`<li class="row candidate">
		<div class="row-head">
			<label><input type="checkbox" checked=${isChosen} disabled=${!title} onChange=${() => onChange({...choice, isChosen: !isChosen})} /><span>${candidate.name}</span></label>
			<${Badge} kind=${candidate.rejections.length > 0 ? 'warn' : 'ok'}>${candidate.quality}<//>
		</div>
		<div class="row-foot">
			<p class="facts"><span class=${title ? 'strong' : ''}>${title ?? 'No title was recognized'}</span><span class="number">${size(candidate.size)}</span>
				${candidate.languages.length > 0 && html`<span>${candidate.languages.join(', ')}</span>`}${candidate.releaseGroup && html`<span>${candidate.releaseGroup}</span>`}</p>
			<div class="row-actions"><${Button} label=${title ? 'Another title' : 'Choose a title'} onClick=${() => setChoosing(true)} /></div>
		</div>
		${candidate.rejections.length > 0 && html`<ul class="reasons">${candidate.rejections.map(({reason}) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
		${isChoosing && html`<${ChooseTitle} name=${candidate.name} onChoose=${choose} onClose=${() => setChoosing(false)} />`}
	</li>`;
}
