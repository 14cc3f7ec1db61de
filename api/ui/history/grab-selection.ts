import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import type {HistoryEntry} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {SelectionBar} from '../parts/selection-bar.ts';
import {counted, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Picked, readAll} from '../state/use-picked.ts';

/** Grabs of one request, and of one page. */
const together = 100;

interface GrabSelectionProps {
	picked: Picked<HistoryEntry>;
	shown: readonly HistoryEntry[];
	total: number | undefined;
	filter: Record<string, string | null>;
	onChange: () => void;
}

/** What can be done with the grabs that were picked. */
export function GrabSelection({picked, shown, total, filter, onChange}: GrabSelectionProps) {
	const {client, attempt, notify} = useApp();
	const [isAsking, setAsking] = useState(false);
	const ids = picked.rows.map(({id}) => id);
	const readGrabs = () =>
		readAll(
			async (after: string | null) => {
				const {history, next} = await client.get(
					`api/history${toQuery({...filter, event: 'grabbed', limit: together, after: after || null})}`,
				);
				return {rows: history, next};
			},
			'', // the first page
		);
	const mark = async () => {
		let done = 0;
		const failures: {error: string}[] = [];
		await attempt(async () => {
			for (let at = 0; at < ids.length; at += together) {
				const some = ids.slice(at, at + together);
				const reply = (await patiently(() => client.post('api/history/bulk-failed', {ids: some}))) as any;
				done += reply.updatedCount;
				failures.push(...reply.failures);
			}
			const [first] = failures;
			if (first) {
				notify(`${failures.length === 1 ? '' : `${number(failures.length)} failed. `}${first.error}`, {isError: true});
			}
			return {message: `${counted(done, 'grab')} marked as failed.`};
		});
		setAsking(false);
		picked.choose([]);
		onChange();
	};
	return html`<${SelectionBar} label="Selected grabs" picked=${picked} shown=${shown} total=${total} readAll=${readGrabs}>
		<${Button} icon="ban" kind="danger" label="Mark as failed" disabled=${ids.length === 0} onClick=${() => setAsking(true)} />
		${
			isAsking &&
			html`<${Confirm} title=${`Mark ${counted(ids.length, 'grab')} as failed?`} action="Mark as failed" onConfirm=${mark} onClose=${() => setAsking(false)}>
			<p>They are put on the blocklist, their downloads are removed, and other releases are searched for if their titles are monitored.</p><//>`
		}
	<//>`;
}
