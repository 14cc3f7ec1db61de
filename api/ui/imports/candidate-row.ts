import {useState} from 'preact/hooks';
import type {ImportCandidate as Candidate, ChosenTitle} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {capital, languageName, size} from '../parts/text.ts';
import {partOfTitle, readTitle} from './chosen-title.ts';
import {Correction, type Said} from './correction.ts';
import {EpisodePicker} from './episode-picker.ts';
import {TitlePicker} from './title-picker.ts';

/** A name as releases have it, or a code. */
const languageInWords = (language: string) => capital(languageName(language));

interface CandidateProps {
	candidate: Candidate;
	refusals: readonly string[] | null;
	chosen: ChosenTitle | null;
	onChoose: (title: ChosenTitle | null) => void;
	said: Said;
	onSay: (said: Said) => void;
}

/** `refusals`: why its import was refused, once somebody has tried. */
export function CandidateRow({candidate, refusals, chosen, onChoose, said, onSay}: CandidateProps) {
	const {name} = candidate;
	const reasons = refusals?.map(reason => `Not imported: ${reason}`) ?? candidate.rejections.map(({reason}) => reason);
	const {quality, languages, releaseGroup} = {...candidate, ...said};
	const [corrects, setCorrects] = useState(false);
	/** Kept while it is not ticked. */
	const [offered, setOffered] = useState(() => chosen ?? readTitle(candidate));
	const [picksEpisodes, setPicksEpisodes] = useState(false);
	const choose = (title: ChosenTitle) => {
		setOffered(title);
		onChoose(title);
	};
	const pick = (title: ChosenTitle) => {
		setPicksEpisodes(title.kind === 'series');
		choose(title);
	};
	return html`<li class="row">
		<h3><${ReleaseName} name=${name} /></h3>
		<p class="facts"><span class="strong">${quality}</span><span class="number">${size(candidate.size)}</span>
			${[languages.map(languageInWords).join(', '), releaseGroup].filter(Boolean).map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
		${offered && html`<${Checkbox} label=${html`Import as <bdi>${offered.title}</bdi> ${partOfTitle(offered)}`} checked=${chosen !== null} onChange=${(on: boolean) => onChoose(on ? offered : null)} />`}
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
