import {useState} from 'preact/hooks';
import type {ChosenTitle, Release} from '../client/types.ts';
import {LanguagesField} from '../forms/languages-field.ts';
import {idsOf} from '../imports/chosen-title.ts';
import {EpisodePicker} from '../imports/episode-picker.ts';
import {TitlePicker} from '../imports/title-picker.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

/** Grabs a release for the title, episodes, quality and languages that a person names. */
export function OverrideDialog({release, onClose, onGrabbed}: {release: Release; onClose: () => void; onGrabbed: () => void}) {
	const {client, attempt} = useApp();
	const [chosen, setChosen] = useState(() => titleOf(release));
	const [quality, setQuality] = useState('');
	const before = (release.language ?? '')
		.split(',')
		.map(each => each.trim())
		.filter(Boolean);
	const [languages, setLanguages] = useState(before);
	const [error, setError] = useState<Error | null>(null);
	const qualities: Data<{qualityDefinitions: {quality: string}[]}> = useData('api/quality-definitions');
	const names = (qualities.data?.qualityDefinitions ?? []).map(({quality: name}) => name);
	const choices = [{value: '', label: `As its title says: ${release.quality.quality}`}, ...names.map(value => ({value, label: value}))];
	const grab = async () => {
		if (!chosen) {
			setError(new Error('Choose a movie or a series.'));
			return;
		}
		const isSame = languages.join() === before.join();
		const body = {
			...{guid: release.guid, indexerId: release.indexerId, ...idsOf(chosen)},
			...(quality && {quality}),
			...(!isSame && languages.length > 0 && {languages}),
		};
		setError(null);
		if (await attempt(() => client.post('api/download/grab', body))) {
			onGrabbed();
			onClose();
		}
	};
	return html`<${Dialog} title="Override match" onClose=${onClose}>
		<${Form} class="form" onSubmit=${grab}>
			<p class="hint"><${ReleaseName} name=${release.title} /></p>
			<p>${chosen ? html`For <strong>${chosen.title}</strong>` : 'No title in the library fits. Choose one.'}</p>
			<${TitlePicker} label=${chosen ? 'Another title' : 'Title'} onPick=${setChosen} />
			${chosen?.kind === 'series' && html`<${EpisodePicker} key=${chosen.id} series=${chosen} onPick=${setChosen} />`}
			<${SelectField} label="Quality" value=${quality} choices=${choices} onChange=${setQuality} />
			<${LanguagesField} value=${languages} onChange=${setLanguages} />
			${error && html`<${Failure} error=${error} />`}
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" icon="queue" label="Grab as chosen" /></footer>
		<//>
	<//>`;
}

/** What the service takes it for. Which episodes it has, its title says until somebody chooses others. */
function titleOf({mappedMovie, mappedSeries}: Release): ChosenTitle | null {
	if (mappedMovie) {
		return {kind: 'movie', id: mappedMovie.id, title: mappedMovie.title, episodes: []};
	}
	return mappedSeries && {kind: 'series', id: mappedSeries.id, title: mappedSeries.title, episodes: []};
}
