import {useState} from 'preact/hooks';
import {ViewHead} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {type Data, useData} from '../state/use-data.ts';

/** @param name A file beside the built page. */
const address = (name: string) => new URL(name, import.meta.url).href;

/** TMDB and TheTVDB ask everybody who shows their data for these sentences, in these words. */
export function View() {
	const health: Data<{version: string}> = useData('api/health');
	return html`<${ViewHead} title="About" />
		${health.data && html`<p class="hint">Kinoteka, version ${health.data.version}</p>`}
		<${Changelog} />
		<section class="block"><h2 class="block-head">Where titles and pictures come from</h2><ul class="rows">
			<li class="row">
				<a href="https://www.themoviedb.org" target="_blank" rel="noreferrer"><img src=${address('tmdb.svg')} alt="TMDB" width="140" height="60" /></a>
				<p>This product uses the TMDB API but is not endorsed or certified by TMDB.</p>
				<p class="hint">Titles, texts, dates, people, ratings and pictures. They belong to TMDB and to those who gave them to it, under its terms of use; they are not part of Kinoteka and not under its licence.</p>
			</li>
			<li class="row">
				<p><a href="https://thetvdb.com" target="_blank" rel="noreferrer">Metadata provided by TheTVDB</a>. Please consider adding missing information or subscribing.</p>
				<p class="hint">Numbers and orders of episodes, if a key of TheTVDB is set.</p>
			</li>
		</ul></section>
		<section class="block"><h2 class="block-head">Licences</h2><ul class="rows">
			<li class="row"><p>Kinoteka is free software under the MIT licence.</p>
				<p class="hint">This page is made with Preact (MIT) and htm (Apache 2.0). <a href=${address('third-party-notices.txt')} target="_blank">Licences of all packages</a></p></li>
		</ul></section>`;
}

interface Version {
	name: string;
	parts: {heading: string; items: string[]}[];
}

/** The versions of a changelog: `## version`, `**heading**` and `- item`. */
export function versionsIn(text: string): Version[] {
	return text
		.split(/^## /m)
		.slice(1)
		.map(section => {
			const [name = '', ...lines] = section.split('\n');
			const parts: Version['parts'] = [{heading: '', items: []}];
			for (const line of lines) {
				const heading = /^\*\*(.+)\*\*$/.exec(line)?.[1];
				if (heading) {
					parts.push({heading, items: []});
				} else if (line.startsWith('- ')) {
					// Code and links are written as plain words.
					parts.at(-1)?.items.push(
						line
							.slice(2)
							.replace(/`([^`]*)`/g, '$1')
							.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
					);
				}
			}
			return {name, parts: parts.filter(({items}) => items.length > 0)};
		});
}

/** What each version has changed, read once somebody wants to see it. */
function Changelog() {
	const [text, setText] = useState('');
	const read = async () => setText(await fetch(address('changelog.md')).then(reply => (reply.ok ? reply.text() : '')));
	return html`<section class="block"><h2 class="block-head">What is new</h2>
		<details class="changelog" onToggle=${({currentTarget: {open}}: {currentTarget: HTMLDetailsElement}) => open && text === '' && read()}><summary>Show what each version has changed</summary>
			${text === '' && html`<p class="hint" role="status">Loading …</p>`}
			${versionsIn(text).map(
				({name, parts}) => html`<h3 key=${name}>${name}</h3>
				${parts.map(({heading, items}) => html`${heading && html`<h4>${heading}</h4>`}<ul>${items.map(item => html`<li key=${item}>${item}</li>`)}</ul>`)}`,
			)}
		</details></section>`;
}
