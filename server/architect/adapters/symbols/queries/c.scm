(function_declarator declarator: (identifier) @function)
(struct_specifier name: (type_identifier) @struct body: (_))
(union_specifier name: (type_identifier) @union body: (_))
(enum_specifier name: (type_identifier) @enum body: (_))
(type_definition declarator: (type_identifier) @type)
(preproc_def name: (identifier) @macro)
(preproc_function_def name: (identifier) @macro)

(call_expression function: (identifier) @use)
(call_expression function: (field_expression field: (field_identifier) @use))
(type_identifier) @use
