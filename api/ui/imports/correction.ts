import type {ImportCandidate} from '../client/types.ts';
import {LanguagesField} from '../forms/languages-field.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {type Data, useData} from '../state/use-data.ts';

/** What a person says of a file, whatever its name says. */
export interface Said {
	quality?: string;
	languages?: string[];
	releaseGroup?: string;
}

export function Correction({candidate, said, onSay}: {candidate: ImportCandidate; said: Said; onSay: (said: Said) => void}) {
	const qualities: Data<{qualityDefinitions: {quality: string}[]}> = useData('api/quality-definitions');
	const names = (qualities.data?.qualityDefinitions ?? []).map(({quality}) => quality);
	const choices = [{value: '', label: `As it was read: ${candidate.quality}`}, ...names.map(value => ({value, label: value}))];
	const {quality: _quality, ...withoutQuality} = said;
	const {releaseGroup: _group, ...withoutGroup} = said;
	return html`<div class="parts">
		<${SelectField} label="Quality" value=${said.quality ?? ''} choices=${choices}
			onChange=${(quality: string) => onSay(quality ? {...said, quality} : withoutQuality)} />
		<${TextField} label="Release group" value=${said.releaseGroup ?? candidate.releaseGroup ?? ''} maxlength="100" autocomplete="off"
			onInput=${(text: string) => onSay(text.trim() ? {...said, releaseGroup: text.trim()} : withoutGroup)} />
		<${LanguagesField} value=${said.languages ?? candidate.languages} onChange=${(languages: string[]) => onSay({...said, languages})} />
	</div>`;
}
