import {useEffect, useState} from 'preact/hooks';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

/** Stands for an address that is typed. */
const other = 'other';
/** Seconds that an update is looked for. */
const patience = 120;

interface PackageFormProps {
	label: string;
	hint: string;
	/** Key of the address. */
	setting: string;
	/** Id of the task that fetches it. */
	task: string;
	/** What is fetched, as in “The guide”. */
	named: string;
	data: {address: string; error: string | null};
	/** What there is, in words. */
	state: string;
	reload: () => void;
	/** Addresses that many people use. */
	known: readonly {name: string; address: string}[];
}

/** The address of a package of other people's files, and what came of the last try to fetch it. */
export function PackageForm({label, hint, setting, task, named, data, state, reload, known}: PackageFormProps) {
	const {client} = useApp();
	const [address, setAddress] = useState(data.address);
	const [problem, setProblem] = useState<Error | null>(null);
	const [waitsFor, setWaitsFor] = useState<{executionId: string; left: number} | null>(null);
	const [isOther, setOther] = useState(data.address !== '' && !known.some(each => each.address === data.address));
	const isWaiting = waitsFor !== null && waitsFor.left > 0;
	useEffect(() => {
		if (!isWaiting) {
			return;
		}
		const poll = async () => {
			const {history}: {history: {id: string}[]} = await client.get(`api/tasks/${task}/history?limit=5`);
			const isOver = history.some(({id}) => id === waitsFor.executionId);
			setWaitsFor(isOver ? null : {...waitsFor, left: waitsFor.left - 1});
			if (isOver) {
				reload();
			}
		};
		const stop = (error: Error) => {
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
			setProblem(error as Error);
		}
		reload();
	};
	const choices = [
		{value: '', label: 'None'},
		...known.map(each => ({value: each.address, label: each.name})),
		{value: other, label: 'Another address …'},
	];
	const choose = (value: string) => {
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
