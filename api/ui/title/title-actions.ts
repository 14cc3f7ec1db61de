import {useState} from 'preact/hooks';
import type {Title} from '../client/types.ts';
import {FilesDialog} from '../files/files-dialog.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {MoreMenu} from '../parts/more-menu.ts';
import {isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery} from '../state/route.ts';
import {DeleteDialog} from './delete-dialog.ts';
import {EditDialog} from './edit-dialog.ts';
import {MatchDialog} from './match-dialog.ts';
import {useSearch} from './use-search.ts';

/** What one may do with a movie or a series. */
export function TitleActions({kind, title, onChange}: {kind: 'movies' | 'series'; title: Title; onChange: () => void}) {
	const {client, attempt, may} = useApp();
	const [open, setOpen] = useState('');
	const path = `api/library/${kind}/${title.id}`;
	const close = () => setOpen('');
	const setMonitored = async () => {
		await attempt(() => client.put(path, {monitored: !title.monitored}).then(() => null));
		onChange();
	};
	const search = useSearch({search: `${path}/auto-search`, status: `${path}/status`}, onChange);
	return html`
		${
			may('searchReleases') &&
			html`<${Button} kind="primary" icon="bolt" label="Search and grab" onClick=${search} />
			<${Button} icon="search" label="All releases" onClick=${() => changeQuery({tab: 'releases', season: null, episode: null})} />`
		}
		${
			may('editTitles') &&
			html`<${Button} icon=${title.monitored ? 'eye' : 'eyeOff'} label=${title.monitored ? 'Monitored' : 'Not monitored'} pressed=${title.monitored} onClick=${setMonitored} />`
		}
		<${MoreMenu} actions=${[
			may('editTitles') && {icon: 'edit', label: 'Edit', onClick: () => setOpen('edit')},
			may('editTitles') && {icon: 'lines', label: 'Rename files', onClick: () => setOpen('rename')},
			may('editTitles') && {icon: 'folder', label: 'Move', onClick: () => setOpen('move')},
			may('editTitles') && {icon: 'split', label: 'Correct the match', onClick: () => setOpen('match')},
			{icon: 'refresh', label: 'Refresh metadata', onClick: () => attempt(() => client.post(`${path}/refresh`))},
			may('deleteTitles') && {icon: 'trash', label: 'Delete', kind: 'danger', onClick: () => setOpen('delete')},
		]} />
		${open === 'edit' && html`<${EditDialog} kind=${kind} title=${title} onClose=${close} onSaved=${onChange} />`}
		${
			(open === 'rename' || open === 'move') &&
			html`<${FilesDialog} kind=${open} title=${`${open === 'rename' ? 'Rename the files of' : 'Move'} ${isolated(title.title)}`}
				subject=${kind === 'movies' ? {movieIds: [title.id]} : {seriesIds: [title.id]}} onClose=${close} onEnd=${onChange} />`
		}
		${open === 'match' && html`<${MatchDialog} kind=${kind} title=${title} onClose=${close} onChanged=${onChange} />`}
		${open === 'delete' && html`<${DeleteDialog} kind=${kind} title=${title} onClose=${close} />`}`;
}
