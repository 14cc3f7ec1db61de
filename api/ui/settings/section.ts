import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {QualitySizes} from '../profiles/quality-sizes.ts';
import {abilitiesOf} from '../records/abilities.ts';
import {DefinitionPackage} from '../records/definition-package.ts';
import {ImportFormats} from '../records/import-formats.ts';
import {ImportIndexers} from '../records/import-indexers.ts';
import {LoginCaptchas} from '../records/login-captchas.ts';
import {Records} from '../records/records.ts';
import {SiteCatalogue} from '../records/site-catalogue.ts';
import {type OpenApi, useDocument} from '../schema/document.ts';
import {changeQuery, to, type ViewProps} from '../state/route.ts';
import {useName} from '../state/use-name.ts';
import {FirstSteps} from '../steps/first-steps.ts';
import {type Section, sectionAt} from './sections.ts';
import {SolverTrial} from './trials.ts';
import {Values} from './values.ts';

export function View({params, query}: ViewProps) {
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

function Head({section, children}: {section: Section; children?: ComponentChildren}) {
	useName(section.title);
	return html`<header class="view-head section-head">
		<div><p><a href=${to('settings')}>Settings</a></p><h1>${section.title}</h1></div>
		<div class="tools">${children}</div>
	</header>`;
}

/** Whether something is being added is part of the address, so that others can link to it. */
function ListOf({section, isAdding, guide, onChanged}: {section: Section; isAdding: boolean; guide: any; onChanged: () => void}) {
	const document = useDocument();
	const [version, setVersion] = useState(0);
	const setAdding = (isOpen: boolean) => {
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
		${
			resource?.path === '/api/quality-definitions'
				? html`<${QualitySizes} />`
				: html`<${Loaded} from=${document}>${(
						api: OpenApi,
					) => html`<${Records} key=${version} resource=${resource} document=${api} abilities=${abilities}
			isAdding=${isAdding} onAdding=${setAdding} />`}<//>`
		}`;
}
