import {useState} from 'preact/hooks';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {abilitiesOf} from '../records/abilities.js';
import {ImportFormats} from '../records/import-formats.js';
import {Records} from '../records/records.js';
import {useDocument} from '../schema/document.js';
import {to} from '../state/route.js';
import {useName} from '../state/use-name.js';
import {sectionAt} from './sections.js';
import {SolverTrial} from './trials.js';
import {Values} from './values.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */
/** @typedef {import('./sections.js').Section} Section */

/** @param {import('../state/route.js').ViewProps} props */
export function View({params}) {
	const section = sectionAt(params['section'] ?? '');
	if (!section) {
		return html`<${Empty} icon="search" title="There is nothing here"><p><a href=${to('settings')}>All settings</a></p><//>`;
	}
	return section.resource
		? html`<${ListOf} section=${section} />`
		: html`<${Head} section=${section} /><${Values} section=${section} />${section.path === 'captcha' && html`<${SolverTrial} />`}`;
}

/** @param {{section: Section, children?: any}} props */
function Head({section, children}) {
	useName(section.title);
	return html`<header class="view-head section-head">
		<div><p><a href=${to('settings')}>Settings</a></p><h1>${section.title}</h1></div>
		<div class="tools">${children}</div>
	</header>`;
}

/** @param {{section: Section}} props */
function ListOf({section}) {
	const document = useDocument();
	const [isAdding, setAdding] = useState(false);
	const [turn, setTurn] = useState(0);
	const {resource} = section;
	const abilities = document.data && resource ? abilitiesOf(document.data, resource.path) : null;
	return html`<${Head} section=${section}>
			${resource?.path === '/api/custom-formats' && html`<${ImportFormats} onImported=${() => setTurn(turn + 1)} />`}
			${abilities?.addBody && html`<${Button} kind="primary" icon="plus" label=${`Add ${resource?.one}`} onClick=${() => setAdding(true)} />`}
		<//>
		<${Loaded} from=${document}>${(
			/** @type {OpenApi} */ api,
		) => html`<${Records} key=${turn} resource=${resource} document=${api} abilities=${abilities}
			isAdding=${isAdding} onAdding=${setAdding} />`}<//>`;
}
