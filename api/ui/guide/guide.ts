import {useState} from 'preact/hooks';
import type {Guide} from '../client/schemas.ts';
import {Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {moment} from '../parts/text.ts';
import {PackageForm} from '../records/package-form.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {GuideChanges} from './guide-changes.ts';
import {GuideItems} from './guide-items.ts';

const known = [{name: 'TRaSH guides', address: 'https://github.com/TRaSH-Guides/Guides/archive/refs/heads/master.zip'}];
const updates = [
	{value: 'ask', label: 'Wait until somebody applies them'},
	{value: 'apply', label: 'Are applied automatically'},
];

/** Ready-made profiles, formats and sizes of other people, and what they would change here. */
export function View() {
	const shown: Data<Guide> = useData('api/guide');
	return html`<${ViewHead} title="Guide to qualities">
			<a class="button" href=${to('settings/quality-profiles')}>Quality profiles</a>
			<a class="button" href=${to('settings/custom-formats')}>Custom formats</a>
			<a class="button" href=${to('try-name')}>Try a name</a>
		<//>
		<${Loaded} from=${shown}>${(data: Guide) => html`<${Body} data=${data} reload=${shown.reload} />`}<//>`;
}

function Body({data, reload}: {data: Guide; reload: () => void}) {
	const {client, attempt} = useApp();
	const [tab, setTab] = useState('profile');
	const [version, setVersion] = useState(0);
	const changed = () => {
		setVersion(last => last + 1);
		reload();
	};
	const setUpdates = (value: string) =>
		attempt(async () => {
			await client.put('api/settings/guide.updates', {value});
			reload();
		});
	return html`<section class="values guide">
			<p>A guide says which qualities and which releases are good. Guides are made by others; Kinoteka only reads them. Another address must lead to
				a zip laid out like the TRaSH guides (<code>docs/json/radarr/cf</code> and so on), or to an index of it.</p>
			<${PackageForm} label="Guide address" known=${known} hint="Read daily. With none, what you took from it stays." setting="guide.url"
				task="guide" named="The guide" data=${data} state=${stateOf(data)} reload=${reload} />
			<div class="narrow"><${SelectField} label="Newer versions of what you chose" value=${data.updates} choices=${updates} onChange=${setUpdates}
				hint="What you changed yourself stays in both cases." /></div>
		</section>
		${
			data.takenAt !== null &&
			html`<section class="guide-part">
				<h2>Choose</h2>
				<${Tabs} label="Part of the guide" value=${tab} onChange=${setTab} choices=${tabs} />
				<${GuideItems} key=${`${tab} ${data.takenAt}`} kind=${tab} onChanged=${changed} />
			</section>
			<section class="guide-part">
				<h2>Preview</h2>
				<${GuideChanges} version=${`${data.takenAt} ${version}`} chosen=${data.chosen} onApplied=${changed} />
			</section>`
		}`;
}

const tabs = [
	{value: 'profile', label: 'Quality profiles'},
	{value: 'format', label: 'Custom formats'},
	{value: 'sizes', label: 'Sizes'},
];

function stateOf({total, usable, takenAt, checkedAt}: Guide) {
	if (takenAt === null) {
		return checkedAt === null ? 'No guide has been read yet.' : 'No guide could be read so far.';
	}
	return `${usable === total ? `All ${total} files` : `${usable} of ${total} files`} can be used. Fetched ${moment(takenAt)}.`;
}
