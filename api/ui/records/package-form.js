import {useEffect, useState} from 'preact/hooks';
import {Failure} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';

/** Stands for an address that is typed. */
const other = 'other';
/** Seconds that an update is looked for. */
const patience = 120;

/**
 * @typedef {object} PackageFormProps
 * @property {string} label
 * @property {string} hint
 * @property {string} setting Key of the address.
 * @property {string} task Id of the task that fetches it.
 * @property {string} named What is fetched, as in “The guide”.
 * @property {{address: string, error: string | null}} data
 * @property {string} state What there is, in words.
 * @property {() => void} reload
 * @property {readonly {name: string, address: string}[]} known Addresses that many people use.
 */

/** The address of a package of other people's files, and what came of the last try to fetch it. @param {PackageFormProps} props */
export function PackageForm({label, hint, setting, task, named, data, state, reload, known}) {
	const {client} = useApp();
	const [address, setAddress] = useState(data.address);
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const [waitsFor, setWaitsFor] = useState(/** @type {{executionId: string, left: number} | null} */ (null));
	const [isOther, setOther] = useState(data.address !== '' && !known.some(each => each.address === data.address));
	const isWaiting = waitsFor !== null && waitsFor.left > 0;
	useEffect(() => {
		if (!isWaiting) {
			return;
		}
		const poll = async () => {
			/** @type {{history: {id: string}[]}} */
			const {history} = await client.get(`api/tasks/${task}/history?limit=5`);
			const isOver = history.some(({id}) => id === waitsFor.executionId);
			setWaitsFor(isOver ? null : {...waitsFor, left: waitsFor.left - 1});
			if (isOver) {
				reload();
			}
		};
		const stop = (/** @type {Error} */ error) => {
			setProblem(error);
			setWaitsFor(null);
		};
		const timer = setTimeout(() => poll().catch(stop), 1000);
		return () => clearTimeout(timer);
	}, [isWaiting, waitsFor]);
	const save = async () => {
		setProblem(null);
		try {
			await client.put(`api/settings/${setting}`, {value: address.trim()});
			if (address.trim() !== '') {
				const {executionId} = await client.post(`api/tasks/${task}/run`, {});
				setWaitsFor({executionId, left: patience});
			}
		} catch (error) {
			setProblem(/** @type {Error} */ (error));
		}
		reload();
	};
	const choices = [
		{value: '', label: 'None'},
		...known.map(each => ({value: each.address, label: each.name})),
		{value: other, label: 'Another address …'},
	];
	const choose = (/** @type {string} */ value) => {
		setOther(value === other);
		setAddress(value === other ? '' : value);
	};
	return html`<${Form} class="package-form" onSubmit=${save}>
			<div class="package-source"><${SelectField} label="Source" value=${isOther ? other : address} choices=${choices} onChange=${choose} hint=${hint} />
			${isOther && html`<${TextField} label=${label} type="url" value=${address} onInput=${setAddress} />`}</div>
			<${Button} type="submit" kind="primary" label="Save and fetch" disabled=${isWaiting} />
		<//>
		${problem && html`<${Failure} error=${problem} />`}
		<p role="status">${isWaiting ? `${named} is fetched…` : state}</p>
		${data.error && !isWaiting && html`<p class="failure" role="alert">${data.error}</p>`}`;
}
