import {useRef, useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import {Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

interface OwnDefinition {
	key: string;
	usedBy: readonly string[];
}

interface OwnFolder {
	folder: string;
	definitions: readonly OwnDefinition[];
}

/** The folder of one's own definitions: what is in it, and files that are checked and added. */
export function OwnDefinitions() {
	const {client, notify, attempt} = useApp();
	const own: Data<OwnFolder> = useData('api/own-definitions');
	const input = useRef<HTMLInputElement | null>(null);
	const [said, setSaid] = useState<readonly string[]>([]);
	const [removed, setRemoved] = useState<OwnDefinition | null>(null);
	const upload = async ({currentTarget}: FieldEvent) => {
		const files = [...currentTarget.files] as File[];
		currentTarget.value = '';
		const faults: string[] = [];
		for (const file of files) {
			const key = file.name.replace(/\.ya?ml$/i, '');
			try {
				const {name, faults: unknown} = await client.put(`api/own-definitions/${encodeURIComponent(key)}`, {text: await file.text()});
				notify(`${name ?? key} can be added now.`);
				faults.push(...unknown.map((each: string) => `${file.name}: not understood: ${each}`));
			} catch (error) {
				faults.push(`${file.name}: ${toMessage(error)}`);
			}
		}
		setSaid(faults);
		own.reload();
	};
	const remove = async () => {
		if (
			removed &&
			(await attempt(() => client.remove(`api/own-definitions/${encodeURIComponent(removed.key)}`), `${removed.key} was removed.`))
		) {
			setRemoved(null);
			own.reload();
		}
	};
	return html`<section class="own-definitions"><h3>Your own files</h3>
		<${Loaded} from=${own} rows=${1}>${({folder, definitions}: OwnFolder) => html`
			<p class="hint">Files in <code dir="auto">${folder}</code> are taken over, too, on any machine. ${definitions.length === 0 && 'There is none yet.'}</p>
			${
				definitions.length > 0 &&
				html`<ul class="rows dense">${definitions.map(
					each => html`<li key=${each.key} class="line"><div class="line-head own-definition"><span>${each.key}.yml</span><span class="hint">${each.usedBy.join(', ')}</span>
						<${Button} bare icon="trash" label=${`Remove ${each.key}.yml`} onClick=${() => setRemoved(each)} /></div></li>`,
				)}</ul>`
			}`}<//>
		${said.length > 0 && html`<ul class="reasons" role="alert">${said.map(each => html`<li key=${each}>${each}</li>`)}</ul>`}
		<input ref=${input} type="file" hidden multiple accept=".yml,.yaml" aria-label="Definition files" onChange=${upload} />
		<p><${Button} icon="upload" label="Upload files" onClick=${() => input.current?.click()} /></p>
		${
			removed &&
			html`<${Confirm} title=${`Remove ${removed.key}.yml?`} action="Remove" onConfirm=${remove} onClose=${() => setRemoved(null)}>
				<p>${removed.usedBy.length > 0 ? `${removed.usedBy.join(', ')} will go on with what was read last.` : 'No indexer uses it.'}</p><//>`
		}
	</section>`;
}
