(function_declarator declarator: (identifier) @function)
(function_declarator declarator: (field_identifier) @method)
(function_declarator declarator: (qualified_identifier name: (identifier) @method))
(function_declarator declarator: (qualified_identifier
  name: (qualified_identifier name: (identifier) @method)))
(class_specifier name: (type_identifier) @class body: (_))
(struct_specifier name: (type_identifier) @struct body: (_))
(union_specifier name: (type_identifier) @union body: (_))
(enum_specifier name: (type_identifier) @enum body: (_))
(type_definition declarator: (type_identifier) @type)
(alias_declaration name: (type_identifier) @type)
(preproc_function_def name: (identifier) @macro)

(call_expression function: (identifier) @use)
(call_expression function: (field_expression field: (field_identifier) @use))
(call_expression function: (qualified_identifier name: (identifier) @use))
(type_identifier) @use
