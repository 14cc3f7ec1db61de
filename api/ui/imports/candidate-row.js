import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {languageName, size} from '../parts/text.js';
import {partOfTitle, readTitle} from './chosen-title.js';
import {EpisodePicker} from './episode-picker.js';
import {TitlePicker} from './title-picker.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {import('../client/types.js').ChosenTitle} ChosenTitle */

/** @param {{candidate: Candidate, chosen: ChosenTitle | null, onChoose: (title: ChosenTitle | null) => void}} props */
export function CandidateRow({candidate, chosen, onChoose}) {
	const {name, quality, languages, releaseGroup, rejections} = candidate;
	/** Kept while it is not ticked. */
	const [offered, setOffered] = useState(() => chosen ?? readTitle(candidate));
	const [picksEpisodes, setPicksEpisodes] = useState(false);
	const choose = (/** @type {ChosenTitle} */ title) => {
		setOffered(title);
		onChoose(title);
	};
	const pick = (/** @type {ChosenTitle} */ title) => {
		setPicksEpisodes(title.kind === 'series');
		choose(title);
	};
	return html`<li class="row">
		<h3><${ReleaseName} name=${name} /></h3>
		<p class="facts"><span class="strong">${quality}</span><span class="number">${size(candidate.size)}</span>
			${[languages.map(languageName).join(', '), releaseGroup].filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
		${offered && html`<${Checkbox} label=${html`Import as <bdi>${offered.title}</bdi> ${partOfTitle(offered)}`} checked=${chosen !== null} onChange=${(/** @type {boolean} */ on) => onChoose(on ? offered : null)} />`}
		${
			offered?.kind === 'series' &&
			html`<div><${Button} icon=${picksEpisodes ? 'up' : 'down'} label="Choose episodes" expanded=${picksEpisodes} onClick=${() => setPicksEpisodes(!picksEpisodes)} /></div>
			${picksEpisodes && html`<${EpisodePicker} key=${offered.id} series=${offered} onPick=${choose} />`}`
		}
		<${TitlePicker} label=${offered ? 'Another title' : 'Which title is it?'} onPick=${pick} />
		${rejections.length > 0 && html`<ul class="reasons">${rejections.map(({reason}) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
	</li>`;
}
