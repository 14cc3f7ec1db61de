import {useState} from 'preact/hooks';
import type {DefinitionPackage as Package, UsedDefinition as Used} from '../client/schemas.ts';
import {Badge, Failure, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {counted, moment} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {OwnDefinitions} from './own-definitions.ts';
import {PackageForm} from './package-form.ts';

const known = [{name: 'Prowlarr', address: 'https://indexers.prowlarr.com/master/11/package.zip'}];

/** The package of definitions, and those of indexers that need somebody. */
export function DefinitionPackage() {
	const shown: Data<Package> = useData('api/definition-package');
	const [isOpen, setOpen] = useState(false);
	const needing = (shown.data?.used ?? []).filter(({state}) => state !== 'current');
	return html`<${Button} icon="import" label="Definitions" onClick=${() => setOpen(true)} />
		${needing.length > 0 && html`<${Badge} kind="warn" title="Definitions of indexers need you">${needing.length}<//>`}
		${
			isOpen &&
			html`<${Dialog} title="Site definitions" onClose=${() => setOpen(false)}>
				<${Loaded} from=${shown}>${(data: Package) => html`<${Body} data=${data} reload=${shown.reload} />`}<//>
			<//>`
		}`;
}

function Body({data, reload}: {data: Package; reload: () => void}) {
	const {client, notify} = useApp();
	const [problem, setProblem] = useState<Error | null>(null);
	const run = async (send: () => Promise<unknown>) => {
		setProblem(null);
		await send().catch(setProblem);
	};
	const agree = ({indexerId, indexerName, waiting}: Used) =>
		run(async () => {
			await client.post('api/definition-package/consent', {indexerId, hash: waiting?.hash});
			notify(`${indexerName} may use the new addresses.`);
			reload();
		});
	return html`<p>Kinoteka needs a definition file for each site. A package of them says where your passwords are sent, so use one only from
		somebody you trust. Your own files come first.</p>
		<${PackageForm} label="Package address" known=${known} hint="Read daily. With none, what was read before stays." setting="definitions.packageUrl"
			task="indexerDefinitions" named="The package" data=${data} state=${stateOf(data)} reload=${reload} />
		${problem && html`<${Failure} error=${problem} />`}
		<${OwnDefinitions} />
		${data.used.some(isNoted) && html`<h3>Definitions of your indexers</h3>`}
		${data.used.some(isNoted) && html`<ul class="rows">${data.used.filter(isNoted).map(each => html`<${UsedRow} key=${each.indexerId} used=${each} onAgree=${() => agree(each)} />`)}</ul>`}`;
}

const isNoted = ({state, faults, replaced}: Used) => state !== 'current' || faults > 0 || replaced !== null;

function stateOf({total, usable, takenAt, checkedAt}: Package) {
	if (takenAt === null) {
		return checkedAt === null ? 'No package has been read yet.' : 'No package could be read so far.';
	}
	return `${usable === total ? counted(total, 'definition') : `${usable} of ${total} definitions`} can be used. Fetched ${moment(takenAt)}.`;
}

const words: Readonly<Record<string, string>> = {
	vanished: 'It is in neither the folder nor the package any more. The indexer keeps using the last one.',
	faulty: 'The new one cannot be used. The indexer keeps using the last one.',
};

function UsedRow({used: {indexerName, definition, state, faults, waiting, replaced}, onAgree}: {used: Used; onAgree: () => void}) {
	return html`<li class="row"><div><h3>${indexerName}</h3><p>${definition}</p>
			${words[state] && html`<p>${words[state]}</p>`}
			${waiting && html`<p>The update would send your login to new addresses: <strong>${waiting.hosts.join(', ')}</strong>. Until you allow it, the indexer keeps using the last version.</p>`}
			${replaced && html`<p>It took the place of ${replaced}.</p>`}
			${faults > 0 && html`<p>${faults === 1 ? 'One place of it is' : `${faults} places of it are`} not understood.</p>`}</div>
		${waiting && html`<${Button} label=${`Allow the new addresses of ${indexerName}`} onClick=${onAgree} />`}</li>`;
}
