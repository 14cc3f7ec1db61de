import test from 'ava';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import {fillTemplate, type Value} from '#shared/domain/definitions/template.ts';

const variables = new Map<string, Value>([
	['.True', 'True'],
	['.False', null],
	['.Name', 'Some Title 2020'],
	['.On', 'yes'],
	['.Off', null],
	['.Blank', ' '],
	['.A', 'x'],
	['.B', 'y'],
	['.List', ['a b', 'c']],
	['.None', []],
	['.Evil', '{{ .Secret }}'],
	['.Secret', 'hidden'],
]);

const rows: readonly [template: string, result: string][] = [
	['plain .Name', 'plain .Name'],
	['{{ .Name }}|{{.A}}|{{ .Off }}|', 'Some Title 2020|x||'],
	['{{ re_replace .Name "[^\\w]+" "." }}', 'Some.Title.2020'],
	['{{ re_replace .Name "(\\d+)" "<$1>" }}', 'Some Title <2020>'],
	['{{ re_replace .Off "a" "b" }}!', '!'],
	['{{ join .List "," }}', 'a b,c'],
	['{{ if .On }}yes{{ else }}no{{ end }}', 'yes'],
	['{{if .Blank}}yes{{else}}no{{end}}', 'no'],
	['{{ if .List }}yes{{ else }}no{{ end }}{{ if .None }}yes{{ else }}no{{ end }}', 'yesno'],
	['{{ if and .On .A }}1{{ else }}0{{ end }}', '1'],
	['{{ if and .On .Off .A }}1{{ else }}0{{ end }}', '0'],
	['{{ if or .Off .Blank .A }}1{{ else }}0{{ end }}', '1'],
	['{{ if or .Off .False }}1{{ else }}0{{ end }}', '0'],
	['{{ if or (.Off) (.List) }}1{{ else }}0{{ end }}', '1'],
	['{{ if eq .A "x" }}1{{ else }}0{{ end }}{{ if ne .A "x" }}1{{ else }}0{{ end }}', '10'],
	['{{ if and eq (.A) "x" eq (.B) "y" }}1{{ else }}0{{ end }}', '1'],
	['{{ if and eq (.A) "x" eq (.B) "z" }}1{{ else }}0{{ end }}', '0'],
	['{{ if and (eq .A "x") (ne .B "z") }}1{{ else }}0{{ end }}', '1'],
	['{{ if or eq .A "no" .On }}1{{ else }}0{{ end }}', '1'],
	['{{ range .List }}<{{.}}>{{end}}', '<a b><c>'],
	['{{ range $i, $e := .List }}{{$i}}={{.}};{{end}}', '0=a b;1=c;'],
	['{{ range .None }}x{{.}}{{end}}', ''],
	['{{ .A }}{{ .A }}', 'xx'],
	['{{ .Evil }}', '{{ .Secret }}'],
];

test('templates are filled in', t => {
	for (const [template, result] of rows) {
		t.is(fillTemplate(template, variables), result, template);
	}
});

test('inserted values are modified, the template is not', t => {
	const upper = (text: string) => text.toUpperCase();
	t.is(fillTemplate('a-{{ .A }}-{{ join .List "," }}-{{ range .List }}e{{.}}{{end}}', variables, upper), 'a-X-A B,C-eA BeC');
});

test('unknown variables, unclear conditions and lists that are none are errors', t => {
	for (const template of [
		'{{ .Unknown }}',
		'{{ if .Unknown }}a{{ else }}b{{ end }}',
		'{{ if "x" }}a{{ else }}b{{ end }}',
		'{{ range .A }}{{.}}{{end}}',
		'{{ if and .On .A}}1{{ else }}0{{ end }}',
		'{{ re_replace .A "(" "" }}',
	]) {
		t.throws(() => fillTemplate(template, variables), {instanceOf: Unusable}, template);
	}
});
