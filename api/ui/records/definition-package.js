import {useState} from 'preact/hooks';
import {Badge, Failure, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {counted, moment} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {OwnDefinitions} from './own-definitions.js';
import {PackageForm} from './package-form.js';

/**
 * @typedef {{indexerId: string, indexerName: string, definition: string, state: string, faults: number,
 *  waiting: {hash: string, hosts: readonly string[]} | null, replaced: string | null}} Used
 * @typedef {{address: string, total: number, usable: number, takenAt: string | null, checkedAt: string | null,
 *  error: string | null, used: readonly Used[]}} Package
 */

const known = [{name: 'Prowlarr', address: 'https://indexers.prowlarr.com/master/11/package.zip'}];

/** The package of definitions, and those of indexers that need somebody. */
export function DefinitionPackage() {
	/** @type {import('../state/use-data.js').Data<Package>} */
	const shown = useData('api/definition-package');
	const [isOpen, setOpen] = useState(false);
	const needing = (shown.data?.used ?? []).filter(({state}) => state !== 'current');
	return html`<${Button} icon="import" label="Definitions" onClick=${() => setOpen(true)} />
		${needing.length > 0 && html`<${Badge} kind="warn" title="Definitions of indexers need you">${needing.length}<//>`}
		${
			isOpen &&
			html`<${Dialog} title="Site definitions" onClose=${() => setOpen(false)}>
				<${Loaded} from=${shown}>${(/** @type {Package} */ data) => html`<${Body} data=${data} reload=${shown.reload} />`}<//>
			<//>`
		}`;
}

/** @param {{data: Package, reload: () => void}} props */
function Body({data, reload}) {
	const {client, notify} = useApp();
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const run = async (/** @type {() => Promise<unknown>} */ send) => {
		setProblem(null);
		await send().catch(setProblem);
	};
	const agree = (/** @type {Used} */ {indexerId, indexerName, waiting}) =>
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

/** @param {Used} used */
const isNoted = ({state, faults, replaced}) => state !== 'current' || faults > 0 || replaced !== null;

/** @param {Package} data */
function stateOf({total, usable, takenAt, checkedAt}) {
	if (takenAt === null) {
		return checkedAt === null ? 'No package has been read yet.' : 'No package could be read so far.';
	}
	return `${usable === total ? counted(total, 'definition') : `${usable} of ${total} definitions`} can be used. Fetched ${moment(takenAt)}.`;
}

/** @type {Readonly<Record<string, string>>} */
const words = {
	vanished: 'It is in neither the folder nor the package any more. The indexer keeps using the last one.',
	faulty: 'The new one cannot be used. The indexer keeps using the last one.',
};

/** @param {{used: Used, onAgree: () => void}} props */
function UsedRow({used: {indexerName, definition, state, faults, waiting, replaced}, onAgree}) {
	return html`<li class="row"><div><h3>${indexerName}</h3><p>${definition}</p>
			${words[state] && html`<p>${words[state]}</p>`}
			${waiting && html`<p>The update would send your login to new addresses: <strong>${waiting.hosts.join(', ')}</strong>. Until you allow it, the indexer keeps using the last version.</p>`}
			${replaced && html`<p>It took the place of ${replaced}.</p>`}
			${faults > 0 && html`<p>${faults === 1 ? 'One place of it is' : `${faults} places of it are`} not understood.</p>`}</div>
		${waiting && html`<${Button} label=${`Allow the new addresses of ${indexerName}`} onClick=${onAgree} />`}</li>`;
}
