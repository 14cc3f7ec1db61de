const domain =
	'(?:www\\.)?[a-z\\d-]{1,256}(?:\\.[a-z\\d-]{2,20})?\\.(?:com|net|org|info|biz|cc|tv|io|me|to|ws|se|nu|lt|mx|am|ag|ru|ms|co|xyz|pl|pw|eu|nl|de|fr|es|it|nz|za|au|uk|in|re|is|site|club|pro|top|vip|fun|life|online|work|party|link|app|lol|win|one|icu|host|page|world|love|[a-z]{2}\\.[a-z]{2}|(?:com|net|org)\\.[a-z]{2})';

/** `[www.site.com] - `, `www.site.com - `, `site.net - ` in front. */
const inFront = new RegExp(
	`^(?:https?://)?(?:[[【(] ?${domain} ?[\\])】][ ._-]*|(?:www\\.${domain}|${domain})[ ]-[ ]|www\\.[a-z\\d-]{2,60}\\.[a-z]{2,6}[ ._-]{1,3})`,
	'i',
);

/**
 * An address in lower case with any country domain, `kinolamp.fi - `, or one that has lost its dots: `www Lamp lol - `,
 * `{WWW.LAMP.COM} `.
 */
const anyAddress = /^[a-z\d][a-z\d-]{2,60}\.[a-z]{2} - (?=\S)/;
const brokenAddress =
	/^(?:[[({] ?w{2,4}[ .,_][a-z\d-]{2,40}(?:[ .,_][a-z\d-]{2,20})?[ .,_][a-z]{2,8} ?[\])}](?: ?-)?|w{2,4}[ .,_][a-z\d-]{2,40}(?:[ .,_][a-z\d-]{2,20})?[ .,_][a-z]{2,8} -)[ ._]*(?=\S)/i;

/** `[rartv]`, `[eztv]-[rarbg.com]`, `-[site.to]` at the end. In brackets without a dot it must be a known site. */
const atEnd = new RegExp(
	`[ ._-]*\\[[ ]?(?:${domain}|rartv|rarbg|eztv(?:[ ._x]?\\w{2,3})?|ettv|publichd|ethd|tgx|torrentgalaxy|cttv|glodls|vtv)[ ]?\\]$`,
	'i',
);

/** A quick check: hardly any name contains a site. */
const mayHaveSite = /^[[【({]? ?(?:https?:|w{2,4}[ .,_]|[a-z\d-]{2,60}\.[a-z]{2,6}(?:\.[a-z]{2})?(?: ?[\])】]| - ))/i;

/** `[电影天堂www.site.com]`, `【更多电影请访问 www.site.com】`: a Chinese site's own note. */
const chineseNote =
	/^[[【][^[\]【】]{0,40}[\u3400-\u9fff][^[\]【】]{0,20}(?:www\.)?[a-z\d-]{2,40}\.(?:com|net|org|cc|tv|me|cn|top|vip)[^[\]【】]{0,10}[\]】][ ._-]*/i;

function withoutAddress(name: string): string {
	const known = name.replace(inFront, '');
	return known === name ? name.replace(anyAddress, '').replace(brokenAddress, '') : known;
}

/** The name without the web sites that posted it, at the start and at the end. */
export function withoutSites(name: string): string {
	let rest = mayHaveSite.test(name) ? withoutAddress(name) : name.replace(chineseNote, '');
	for (let count = 0; count < 3 && rest.endsWith(']'); count++) {
		const shorter = rest.replace(atEnd, '');
		if (shorter === rest || shorter === '') {
			break;
		}
		rest = shorter;
	}
	return rest.trim();
}
