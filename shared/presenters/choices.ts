import {spokenLanguageNames} from '../domain/release/spoken-languages.ts';

/** What a person chooses by its name. */
export interface Choice {
	value: string | number;
	label: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Languages of releases. */
export const languageChoices: readonly Choice[] = spokenLanguageNames.map(value => ({
	value,
	label: capital(value).replace(/-(.+)$/, (_all, part: string) => ` (${capital(part)})`),
}));

/** The same, where any or the original one may be wanted. */
export const wantedLanguageChoices: readonly Choice[] = [
	{value: 'original', label: 'The original language'},
	{value: 'any', label: 'Any language'},
	...languageChoices,
];

const named = (type: 'language' | 'region', values: string) => {
	const names = new Intl.DisplayNames('en', {type});
	return values
		.split(' ')
		.map((value): Choice => ({value, label: names.of(value) ?? value}))
		.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
};

/** Languages in which the metadata provider has texts. */
export const textLanguageChoices = named(
	'language',
	'ar-SA bg-BG ca-ES cs-CZ da-DK de-DE el-GR en-GB en-US es-ES es-MX et-EE fa-IR fi-FI fr-CA fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ko-KR lt-LT lv-LV nb-NO nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-TW',
);

/** Countries whose age ratings the metadata provider has. */
export const countryChoices = named(
	'region',
	'AR AT AU BE BG BR CA CH CL CN CO CZ DE DK EE ES FI FR GB GR HK HR HU ID IE IL IN IS IT JP KR LT LV MX MY NL NO NZ PH PL PT RO RS RU SE SG SI SK TH TR TW UA US ZA',
);
