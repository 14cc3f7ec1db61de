import {useState} from 'preact/hooks';
import {Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {episodeCode} from '../parts/text.js';
import {useData} from '../state/use-data.js';

/** @typedef {{id: string, seasonNumber: number, episodeNumber: number, title: string}} Episode */

/**
 * Which episodes a file has; if none are chosen, the service reads them from its name.
 * @param {{series: {id: string, title: string}, onBack: () => void, onChoose: (episodes: Episode[]) => void}} props
 */
export function ChooseEpisodes({series, onBack, onChoose}) {
	const [season, setSeason] = useState('');
	const [chosen, setChosen] = useState(/** @type {readonly Episode[]} */ ([]));
	/** @type {import('../state/use-data.js').Data<{seasons?: {seasonNumber: number}[]}>} */
	const detail = useData(`api/library/series/${series.id}`);
	const seasons = (detail.data?.seasons ?? []).map(({seasonNumber}) => ({
		value: String(seasonNumber),
		label: seasonNumber === 0 ? 'Specials' : `Season ${seasonNumber}`,
	}));
	const change = (/** @type {string} */ value) => {
		setSeason(value);
		setChosen([]);
	};
	return html`<p><strong>${series.title}</strong></p>
		<${SelectField} label="Episodes" value=${season} choices=${[{value: '', label: 'As the name of the file says'}, ...seasons]} onChange=${change} />
		${season && html`<${Episodes} key=${season} path=${`api/library/series/${series.id}/seasons/${season}`} chosen=${chosen} onChange=${setChosen} />`}
		<footer class="actions"><${Button} label="Back" onClick=${onBack} />
			<${Button} kind="primary" label="Choose" disabled=${season !== '' && chosen.length === 0} onClick=${() => onChoose([...chosen])} /></footer>`;
}

/** @param {{path: string, chosen: readonly Episode[], onChange: (episodes: readonly Episode[]) => void}} props */
function Episodes({path, chosen, onChange}) {
	/** @type {import('../state/use-data.js').Data<{episodes: Episode[]}>} */
	const season = useData(path);
	const toggle = (/** @type {Episode} */ each) => () =>
		onChange(chosen.some(({id}) => id === each.id) ? chosen.filter(({id}) => id !== each.id) : [...chosen, each]);
	return html`<${Loaded} from=${season} rows=${3}>${(/** @type {{episodes: Episode[]}} */ {episodes}) =>
		html`<div class="choices" role="group" aria-label="Episodes">${episodes.map(
			each =>
				html`<label key=${each.id}><input type="checkbox" checked=${chosen.some(({id}) => id === each.id)} onChange=${toggle(each)} />${episodeCode(each)} ${each.title}</label>`,
		)}</div>`}<//>`;
}
