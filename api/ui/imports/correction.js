import {LanguagesField} from '../forms/languages-field.js';
import {SelectField, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';

/** @typedef {{quality?: string, languages?: string[], releaseGroup?: string}} Said What a person says of a file, whatever its name says. */

/**
 * @param {{candidate: import('../client/types.js').ImportCandidate, said: Said, onSay: (said: Said) => void}} props
 */
export function Correction({candidate, said, onSay}) {
	/** @type {import('../state/use-data.js').Data<{qualityDefinitions: {quality: string}[]}>} */
	const qualities = useData('api/quality-definitions');
	const names = (qualities.data?.qualityDefinitions ?? []).map(({quality}) => quality);
	const choices = [{value: '', label: `As it was read: ${candidate.quality}`}, ...names.map(value => ({value, label: value}))];
	const {quality: _quality, ...withoutQuality} = said;
	const {releaseGroup: _group, ...withoutGroup} = said;
	return html`<div class="parts">
		<${SelectField} label="Quality" value=${said.quality ?? ''} choices=${choices}
			onChange=${(/** @type {string} */ quality) => onSay(quality ? {...said, quality} : withoutQuality)} />
		<${TextField} label="Release group" value=${said.releaseGroup ?? candidate.releaseGroup ?? ''} maxlength="100" autocomplete="off"
			onInput=${(/** @type {string} */ text) => onSay(text.trim() ? {...said, releaseGroup: text.trim()} : withoutGroup)} />
		<${LanguagesField} value=${said.languages ?? candidate.languages} onChange=${(/** @type {string[]} */ languages) => onSay({...said, languages})} />
	</div>`;
}
