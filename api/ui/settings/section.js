import {useState} from 'preact/hooks';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {abilitiesOf} from '../records/abilities.js';
import {DefinitionPackage} from '../records/definition-package.js';
import {ImportFormats} from '../records/import-formats.js';
import {ImportIndexers} from '../records/import-indexers.js';
import {LoginCaptchas} from '../records/login-captchas.js';
import {Records} from '../records/records.js';
import {SiteCatalogue} from '../records/site-catalogue.js';
import {useDocument} from '../schema/document.js';
import {changeQuery, to} from '../state/route.js';
import {useName} from '../state/use-name.js';
import {FirstSteps} from '../steps/first-steps.js';
import {sectionAt} from './sections.js';
import {SolverTrial} from './trials.js';
import {Values} from './values.js';

/** @typedef {import('../schema/document.js').OpenApi} OpenApi */
/** @typedef {import('./sections.js').Section} Section */

/** @param {import('../state/route.js').ViewProps} props */
export function View({params, query}) {
	const section = sectionAt(params['section'] ?? '');
	const [version, setVersion] = useState(0);
	if (!section) {
		return html`<${Empty} icon="search" title="There is nothing here"><p><a href=${to('settings')}>All settings</a></p><//>`;
	}
	const changed = () => setVersion(last => last + 1);
	const guide = query.has('step') && html`<${FirstSteps} version=${version} isGuiding />`;
	return section.resource
		? html`<${ListOf} section=${section} isAdding=${query.has('add')} guide=${guide} onChanged=${changed} />`
		: html`<${Head} section=${section} />${guide}<${Values} key=${section.path} section=${section} lead=${query.has('step') ? 'meta.apiKey' : undefined} onSaved=${changed} />${section.path === 'captcha' && html`<${SolverTrial} />`}`;
}

/** Lists of which a guide has ready-made records. */
const guided = new Set(['/api/custom-formats', '/api/quality-profiles', '/api/quality-definitions']);

/** @param {{section: Section, children?: any}} props */
function Head({section, children}) {
	useName(section.title);
	return html`<header class="view-head section-head">
		<div><p><a href=${to('settings')}>Settings</a></p><h1>${section.title}</h1></div>
		<div class="tools">${children}</div>
	</header>`;
}

/**
 * Whether something is being added is part of the address, so that others can link to it.
 * @param {{section: Section, isAdding: boolean, guide: any, onChanged: () => void}} props
 */
function ListOf({section, isAdding, guide, onChanged}) {
	const document = useDocument();
	const [version, setVersion] = useState(0);
	const setAdding = (/** @type {boolean} */ isOpen) => {
		changeQuery({add: isOpen ? 'true' : null});
		onChanged();
	};
	const {resource} = section;
	const abilities = document.data && resource ? abilitiesOf(document.data, resource.path) : null;
	return html`<${Head} section=${section}>
			${guided.has(resource?.path ?? '') && html`<a class="button" href=${to('guide')}>Guide</a><a class="button" href=${to('try-name')}>Try a name</a>`}
			${resource?.path === '/api/custom-formats' && html`<${ImportFormats} onImported=${() => setVersion(version + 1)} />`}
			${resource?.path === '/api/indexers' && html`<${ImportIndexers} onAdded=${() => setVersion(version + 1)} /><${DefinitionPackage} />`}
			${resource?.path === '/api/indexers' && abilities?.addBody && html`<${SiteCatalogue} document=${document.data} schema=${abilities.addBody} onAdded=${() => setVersion(version + 1)} />`}
			${abilities?.addBody && html`<${Button} kind="primary" icon="plus" label=${`Add ${resource?.one}`} onClick=${() => setAdding(true)} />`}
		<//>${guide}
		${resource?.path === '/api/indexers' && html`<${LoginCaptchas} onAnswered=${() => setVersion(version + 1)} />`}
		<${Loaded} from=${document}>${(
			/** @type {OpenApi} */ api,
		) => html`<${Records} key=${version} resource=${resource} document=${api} abilities=${abilities}
			isAdding=${isAdding} onAdding=${setAdding} />`}<//>`;
}
