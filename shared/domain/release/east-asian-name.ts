import {fromHan} from './numbering/written-number.ts';

/** Chinese characters, kana and Korean syllables. */
export const eastAsian = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const han = '[零〇一二三四五六七八九十百两兩]{1,7}';
const counter = '[集话話回期场場]';
/** `第八集`, `第二十一话～第二十四话`, `全十二集`, `十二集全`; but `第八回合`. */
const writtenNumber = new RegExp(
	`(?<=第 ?)${han}(?= ?(?:[-~～至到] ?(?:第 ?)?${han} ?)?${counter}(?!合))|(?<=[-~～至到] ?(?:第 ?)?)${han}(?= ?${counter}(?!合))|(?<=[全共至] ?)${han}(?= ?[集话話回季])|${han}(?= ?[集话話回]全)`,
	'g',
);
const mayBeWritten = new RegExp(`${han} ?[集话話回期场場季]`);

/** `第01話～第12話`, `1~16화`, `01-36集`: all in one form. */
const range =
	/[第제] ?(?<first>\d{1,4}) ?(?:[集话話回화회] ?)?[-~～—至到] ?(?:[第제] ?)?(?<last>\d{1,4}) ?(?=[集话話回화회])|(?<![\da-z第제-])(?<from>\d{1,4})[-~～—至到](?<to>\d{1,4}) ?(?=[集话話回화회])/gi;

/** `第03、04集`: two that follow each other. */
const pair = /第 ?(\d{1,4}) ?[、,，+&和] ?(?:第 ?)?(\d{1,4}) ?(?=[集话話回])/g;
/** `【标题】2020.1080p`, `【标题】20131011`. */
const titleBeforeYear = /^\[([^[\]]*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][^[\]]*)\](?=(?:19|20)\d\d(?:[ ._]|\d{4}(?!\d)))/;

/** `[アニメ]`, `(드라마)`: the kind of the show in front. */
const kindInFront =
	/^[([](?:アニメ|ドラマ|映画|邦画|洋画|드라마|예능|영화|애니|애니메이션|国剧|國劇|美剧|韩剧|日剧|英剧|泰剧|台剧|港剧|国产剧|电视剧|综艺|纪录片|动漫|电影)[)\]][ ._-]*(?=\S)/;
/** `标题_动漫_2023`: the same behind the title. */
const kindBehind = /(?<=[\u3400-\u9fff])[ ._](?:动漫|电视剧|综艺|纪录片|国漫|国产剧|美剧|韩剧|日剧)(?=[ ._](?:19|20)\d\d(?!\d))/g;
/** `No.62|`, `Top138.`, `88HD.`: the number of a list or the mark of an uploader. */
const listMark =
	/^(?:no[. ]{0,2}\d{1,4} ?[|.、_ -] ?|(?!(?:s|e|ep|se|t|p|vol|cd|part)\d)(?:\d{1,4}[a-z]{1,4}|[a-z]{1,4}\d{1,4})[._] ?)(?=[\u3040-\u30ff\u3400-\u9fff])/i;
/** `（僅限港澳台地區）`, `(整理時間：2023.05.13)`: where it may be watched, when it was put together. */
const regionNotice = /[([] ?(?:[僅仅]限|(?:整理|更新)[時时][間间])[^()[\]]{1,20}[)\]]/g;
/** `(92版)`, `(2019版)`: the year of this adaptation. */
const adaptation = /\((?<year>(?:(?:19|20)\d)?\d\d)年?版\)/g;
/** `标题(4K修复版).Title`. */
const restoration = /[([][^()[\]]{0,8}(?:修复|修復|重制|重製)版?[)\]](?=[ ._][a-z])/gi;
/** `更新至第15集`: all episodes so far. */
const soFar = /更新?[至到] ?第? ?(\d{1,4}) ?(?=[集话話回期])/g;
/** `[803][2024.03.09]`, `[803]标题[2024.03.09]`: the day of an episode whose number is given. */
const dayBehindNumber = /(?<=\[\d{1,4}\](?:[^[\]]{1,80})?)\[(?:19|20)\d\d[.-]\d\d[.-]\d\d\]/g;
/** `[更新至12集]标题`, `[全10集] 标题`: the number of episodes in front. */
const totalInFront = /^\[((?:第1-\d{1,4}|[全共] ?\d{1,4}) ?[集话話回]|\d{1,4} ?[集话話回]全)\] ?(?=[\u3400-\u9fff])(.*)$/s;
/** `[标题 8集全][`: the number of episodes in the bracket of the title. */
const totalInBracket = /^\[([^[\]]*[\u3400-\u9fff][^[\]]*?) ?((?:[全共] ?)\d{1,4} ?[集话話回]|\d{1,4} ?[集话話回]全)\](?=\[)/;
/** `第S01-S08`. */
const doubleMark = /第 ?(?=s\d)/gi;

const titleMarks = /^(?<groups>(?:\[[^[\]]*\] ?)*)(?<front>[^《》]*)《(?<title>[^《》]{1,80})》(?<rest>[^《》]*)/;
const latinTitle = /[a-z]{3}/i;
const dated = /^(?:19|20)\d\d年/;
/** `标题 第05话 《名》`: behind the number, the marks are around the name of an episode. */
const counted = /第 ?\d{1,4} ?[集话話回期]/;

/** `泰剧《标题》第13集`: what stands between the marks is the title, unless a Latin one precedes it. */
function withoutTitleMarks(name: string): string {
	const {groups = '', front = '', title = '', rest = ''} = titleMarks.exec(name)?.groups ?? {};
	if (title === '' || counted.test(front)) {
		return name;
	}
	const year = groups === '' ? (dated.exec(front)?.[0] ?? '') : '';
	return `${groups}${latinTitle.test(front) ? front : year}${title} ${rest}`;
}

/** A Chinese, Japanese or Korean name as all readers expect it: figures for numbers, and nothing before the title. */
export function evenEastAsian(name: string): string {
	const titled = name.includes('《') ? withoutTitleMarks(name) : name;
	const figured = mayBeWritten.test(titled) ? titled.replace(writtenNumber, found => String(fromHan(found))) : titled;
	return figured
		.replace(totalInBracket, '$1 $2 ')
		.replace(soFar, '第1-$1')
		.replace(totalInFront, '$2 $1')
		.replace(dayBehindNumber, '')
		.replace(range, '第$<first>$<from>-$<last>$<to>')
		.replace(pair, (all: string, first: string, last: string) => (Number(last) === Number(first) + 1 ? `第${first}-${last}` : all))
		.replace(kindInFront, '')
		.replace(kindBehind, '')
		.replace(titleBeforeYear, '$1 ')
		.replace(listMark, '')
		.replace(regionNotice, '')
		.replace(restoration, '')
		.replace(adaptation, (_, year: string) => (year.length === 4 ? `(${year})` : ''))
		.replace(doubleMark, '');
}

const yearInFront = /^(?<year>(?:19|20)\d\d)(?:年[ ._]?|[ ._])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])/;

/** `2023.标题`: the year of a Chinese name may stand in front. */
export function splitYearInFront(name: string): {rest: string; year: number | null} {
	const found = yearInFront.exec(name);
	return found ? {rest: name.slice(found[0].length), year: Number(found.groups?.['year'])} : {rest: name, year: null};
}

const language = '[国國中英日韩韓法德俄泰粤粵台双雙多简簡繁港葡西意语語]{1,6}';
const languages = `(?:${language}(?:双语|雙語|双字|中字|字幕|[语語][配音]?|配音?|音轨|音軌)|[中双雙简簡繁国國英日粤]{1,4}字(?![\\u3400-\\u9fff])|中字|双语|雙語|字幕|简体|簡體|繁体|繁體|简中|繁中)`;
const version =
	'(?:完整|未删减|无删减|無刪減|修复|修復|重制|加长|加長|导演剪辑|導演剪輯|剪辑|高清|超清|蓝光|藍光|纪念|紀念|收藏|典藏|珍藏|终极|无字幕|特别|限定|多语|中字|字幕|国语|國語|粤语|双语|\\d{2,3}分[钟鐘])';
/** What ends a Chinese title where it is attached to it: hardly any title ends so. */
const medium = '(?:BD|HD|DVD|TC|TS|WEB)(?=\\d{3,4}(?:[Pp]|[\\u3400-\\u9fff])|[\\u3400-\\u9fff]|[ ._\\]-]|$)';
const attached = `\\d{3,4}[pP](?![a-z\\d])|${medium}|\\d{2,3}分[钟鐘]版|(?:完整|未删减|无删减|修复|修復|导演剪辑|高清|超清|蓝光|国语|國語|粤语|中字|双语)版|国[语語](?![\\u3400-\\u9fff]{3})|国语中字|中英|双语|雙語|中字|[中简簡繁双]{1,2}英?字幕|(?:全|共)\\d{1,3}[集话話回](?![\\u3400-\\u9fff]{2})|\\d{1,3}[集话話回]全|无删减|未删减|更新至|持续更新|超清|蓝光|藍光`;
/** What ends a title after a separator. A title may contain it. */
const apart = `(?:${medium}|WEB-(?:MKV|MP4)|3D(?:左右|上下)|[第全共]?\\d{1,2}(?:-\\d{1,2})?部|[全共] ?\\d{1,4} ?[集话話回季]|\\d{1,4} ?[集话話回](?:全|完结)|[完全][整集结結](?:全集|版|篇)?|合集|大结局|更新[至到]?|更至|(?:[\\u3400-\\u9fff\\d]{0,8}${version})版|(?!.{0,3}(?:剧场|劇場|电影|電影|真人|动画|動畫))[\\u3400-\\u9fffA-Z\\d]{1,6}版|(?:무삭제|감독|확장|무검열|일반)판|(?:한글)?자막|더빙|우리말|완결|전편|${languages}|[老原]片|蓝光|藍光|原[盘盤]|高清|超清|[未无]删减|內?[内內][封嵌]|外[挂掛]|特效|官方|杜比|多国|非?HDR|[248]K(?![a-z\\d])|\\d{1,3}(?:st|nd)?OVA|双国配|国配|台配)`;
const description = new RegExp(
	`(?<=[\\u3040-\\u30ff\\u3400-\\u9fff])(?:${attached})|(?<=[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af!?！？)\\]\\d] ?[ ._,，·([【-])(?:${apart})`,
);

/** `[标题].全12集`: does the text begin with such words? */
export function beginsDescription(text: string): boolean {
	return !text.startsWith('[') && eastAsianDescription(`一.${text}`) === 2;
}

/** Where the words after a Chinese or Japanese title begin; -1 if there are none. */
export function eastAsianDescription(text: string): number {
	return text.search(description);
}

/** `标题 II`, `标题 2nd Season`, `海灯GT`: Latin letters that are no title by themselves. */
const onlyNumber =
	/^(?:(?:II|III|IV|VI{0,3}|IX|XI{0,3}|[A-Z]{1,2}|s\d{1,2}|seasons?|parts?|vol|the|movies?|ova|oad|sp|final|tv|new|plus|\d{1,4}(?:st|nd|rd|th)?)(?:[ ._:!?-]+|$))+$/i;

/** Are there Latin words that may be a title? */
export function isLatinTitle(text: string): boolean {
	return /\p{Script=Latin}{2}/u.test(text) && !onlyNumber.test(text.trim());
}
