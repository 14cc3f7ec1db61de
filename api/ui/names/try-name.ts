import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {type Problem, toProblem} from '../client/problem.ts';
import type {ParsedName} from '../client/schemas.ts';
import {Empty, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

const types = [
	{value: '', label: 'Guess it'},
	{value: 'movie', label: 'Movie'},
	{value: 'series', label: 'Series'},
];

/** How the service reads the name of a release, and what each quality profile says of it. */
export function View() {
	const {client} = useApp();
	const [name, setName] = useState('');
	const [type, setType] = useState('');
	const [sizeMb, setSize] = useState('');
	const [problem, setProblem] = useState<Problem | null>(null);
	const [found, setFound] = useState<ParsedName | null>(null);
	const read = async () => {
		try {
			setFound(await client.get(`api/parse${toQuery({name: name.trim(), type: type || undefined, sizeMb: sizeMb || undefined})}`));
			setProblem(null);
		} catch (error) {
			setFound(null);
			setProblem(toProblem(error));
		}
	};
	return html`<${ViewHead} title="Try a name" />
		<${Form} class="form" onSubmit=${read}>
			<${TextField} label="Release name" hint="As an indexer has it. Nothing is searched or changed." value=${name} onInput=${setName}
				fault=${problem?.of('name')} required maxlength="1000" autocomplete="off" autocapitalize="none" spellcheck=${false} />
			<div class="tried">
				<${SelectField} label="Read it as" value=${type} choices=${types} onChange=${setType} />
				<${TextField} label="Size in MiB" value=${sizeMb} onInput=${setSize} type="number" min="0" fault=${problem?.of('sizeMb')} />
				<${Button} type="submit" kind="primary" icon="search" label="Try it" />
			</div>
			${problem?.isBeyond(['name', 'sizeMb']) && html`<p class="fault" role="alert">${problem.message}</p>`}
		<//>
		<div class="tried-found" role="status">${
			found
				? html`<${Found} found=${found} />`
				: html`<${Empty} icon="search" title="What would happen to it?"><p>You see what is read from the name, which custom formats match, and what each quality profile says.</p><//>`
		}</div>`;
}

function Found({found}: {found: ParsedName}) {
	const nameOf = new Map(found.formats.map(({id, name}) => [id, name]));
	return html`${!found.isUnderstood && html`<p class="fault">No movie or episode can be read from this name.</p>`}
		<h2>What is read</h2>
		<dl class="facts-list">${factsOf(found).map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
		<h2>Custom formats</h2>
		<p>${found.formats.length > 0 ? found.formats.map(({name}) => name).join(', ') : 'None matches.'}</p>
		<h2>Quality profiles</h2>
		<div class="table-wrap"><table class="verdicts">
			<thead><tr><th>Profile</th><th>Verdict</th><th class="number">Score</th><th>By</th></tr></thead>
			<tbody>${found.profiles.map(
				({profileId, profile, score, accepted, cutoffMet, reasons, formatScores}) => html`<tr key=${profileId}>
					<th scope="row">${profile}</th>
					<td>${accepted ? (cutoffMet ? 'Accepted, and nothing better is wanted' : 'Taken') : reasons.join(' ')}</td>
					<td class="number">${score}</td>
					<td>${formatScores.map(each => `${nameOf.get(each.customFormatId)} ${each.score > 0 ? '+' : ''}${each.score}`).join(', ')}</td>
				</tr>`,
			)}</tbody>
		</table></div>
		<p class="hint">Sizes, delays, your files and your queue are checked only when such a release is found.</p>`;
}

function factsOf(found: ParsedName): [string, string][] {
	const {type, title, year, season, episodes, absoluteEpisodes, airDate, isWholeSeason, releaseGroup, edition, languages, quality} = found;
	const facts: [string, string | number | null][] = [
		['Read as', type === 'movie' ? 'Movie' : 'Series'],
		['Title', title],
		['Year', year],
		['Season', isWholeSeason && season !== null ? `${season}, all of it` : season],
		['Episodes', episodes.join(', ')],
		['Absolute numbers', absoluteEpisodes.join(', ')],
		['Aired', airDate],
		['Quality', found.isCorrected ? `${quality}, corrected` : quality],
		['Languages', languages.join(', ')],
		['Edition', edition],
		['Group', releaseGroup],
	];
	return facts.filter(([, value]) => value !== null && value !== '').map(([label, value]) => [label, String(value)]);
}
