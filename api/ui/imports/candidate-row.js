import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {capital, languageName, size} from '../parts/text.js';
import {partOfTitle, readTitle} from './chosen-title.js';
import {Correction} from './correction.js';
import {EpisodePicker} from './episode-picker.js';
import {TitlePicker} from './title-picker.js';

/** @typedef {import('../client/types.js').ImportCandidate} Candidate */
/** @typedef {import('../client/types.js').ChosenTitle} ChosenTitle */

/** A name as releases have it, or a code. @param {string} language */
const languageInWords = language => capital(languageName(language));

/**
 * `refusals`: why its import was refused, once somebody has tried.
 * @typedef {object} CandidateProps
 * @property {Candidate} candidate
 * @property {readonly string[] | null} refusals
 * @property {ChosenTitle | null} chosen
 * @property {(title: ChosenTitle | null) => void} onChoose
 * @property {import('./correction.js').Said} said
 * @property {(said: import('./correction.js').Said) => void} onSay
 *
 * @param {CandidateProps} props
 */
export function CandidateRow({candidate, refusals, chosen, onChoose, said, onSay}) {
	const {name} = candidate;
	const reasons = refusals?.map(reason => `Not imported: ${reason}`) ?? candidate.rejections.map(({reason}) => reason);
	const {quality, languages, releaseGroup} = {...candidate, ...said};
	const [corrects, setCorrects] = useState(false);
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
			${[languages.map(languageInWords).join(', '), releaseGroup].filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
		${offered && html`<${Checkbox} label=${html`Import as <bdi>${offered.title}</bdi> ${partOfTitle(offered)}`} checked=${chosen !== null} onChange=${(/** @type {boolean} */ on) => onChoose(on ? offered : null)} />`}
		${
			offered?.kind === 'series' &&
			html`<div><${Button} icon=${picksEpisodes ? 'up' : 'down'} label="Choose episodes" expanded=${picksEpisodes} onClick=${() => setPicksEpisodes(!picksEpisodes)} /></div>
			${picksEpisodes && html`<${EpisodePicker} key=${offered.id} series=${offered} onPick=${choose} />`}`
		}
		<div><${Button} icon=${corrects ? 'up' : 'edit'} label="Quality, languages and group" expanded=${corrects} onClick=${() => setCorrects(!corrects)} /></div>
		${corrects && html`<${Correction} candidate=${candidate} said=${said} onSay=${onSay} />`}
		<${TitlePicker} label=${offered ? 'Another title' : 'Which title is it?'} onPick=${pick} />
		${reasons.length > 0 && html`<ul class="reasons">${reasons.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul>`}
	</li>`;
}
